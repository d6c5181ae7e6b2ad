import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAgo } from '../../ui/format.ts'
import { useText } from '../../ui/text.ts'
import type { Draft } from '../model/draft.ts'
import { type OverwrittenValue, overwrittenValues } from '../model/overwritten.ts'
import { useDashboardStore } from '../store.ts'

const WIDTH_PX = 720

interface OverwriteDialogProps {
  /** What somebody else saved, by whom and when. */
  theirs: Draft
  by: string
  changedOn: string
  onOverwrite: () => Promise<void>
  onKeepBoth: () => Promise<void>
  onClose: () => void
}

/** Somebody else saved the dashboard after it was opened: whose changes stay is asked before any of them is lost. */
export function OverwriteDialog({ theirs, by, changedOn, onOverwrite, onKeepBoth, onClose }: OverwriteDialogProps) {
  const t = useText()
  const store = useDashboardStore()
  const [busy, setBusy] = useState<'overwrite' | 'both' | null>(null)
  const { draft: base, history } = store.getState()
  const values = overwrittenValues({ base, mine: history.present, theirs }, t)
  const hasTheirs = values.some((value) => value.stays === 'theirs')
  const run = async (which: 'overwrite' | 'both', save: () => Promise<void>) => {
    setBusy(which)
    await save()
    setBusy(null)
  }
  const name = by || t('Someone')
  return (
    <Dialog
      title={t('Somebody else saved this dashboard')}
      width={WIDTH_PX}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant={hasTheirs ? 'danger' : 'danger-solid'}
            loading={busy === 'overwrite'}
            disabled={busy !== null}
            onClick={() => void run('overwrite', onOverwrite)}
          >
            {t('Overwrite')}
          </Button>
          {hasTheirs && (
            <Button
              variant="primary"
              loading={busy === 'both'}
              disabled={busy !== null}
              onClick={() => void run('both', onKeepBoth)}
            >
              {t('Keep both')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {t('{{name}} saved this dashboard {{when}}, after you opened it.', {
          name,
          when: formatAgo(changedOn, Date.now()),
        })}{' '}
        {hasTheirs
          ? t('Both changes can be kept: the last column says whose value stays. Overwriting replaces that version.')
          : t('Saving replaces that version.')}
      </p>
      <Values values={values} hasTheirs={hasTheirs} />
    </Dialog>
  )
}

function Values({ values, hasTheirs }: { values: readonly OverwrittenValue[]; hasTheirs: boolean }) {
  const t = useText()
  if (values.length === 0) return null
  return (
    <table className="dash-overwritten">
      <thead>
        <tr>
          <th scope="col">{t('Setting')}</th>
          <th scope="col">{t('Theirs')}</th>
          <th scope="col">{t('Yours')}</th>
          {hasTheirs && <th scope="col">{t('Stays')}</th>}
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={value.label} data-stays={hasTheirs ? value.stays : undefined}>
            <th scope="row">{value.label}</th>
            <Value value={value.theirs} />
            <Value value={value.yours} />
            {hasTheirs && <td>{value.stays === 'theirs' ? t('Theirs') : t('Yours')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: unknown }) {
  const t = useText()
  if (value === null || value === '') return <td className="c3">{t('Nothing')}</td>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <td>
      <span className="dash-clamped" title={text}>
        {text}
      </span>
    </td>
  )
}
