import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Staff } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import { localeTag, useText } from '../../ui/text.ts'
import { type DownloadFormat, downloadDashboard, saveDownload } from '../download-file.ts'
import type { DownloadState } from '../model/download-lines.ts'
import { useDashboard, useDashboardStore } from '../store.ts'

type Phase =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'making'; readonly state: DownloadState | null }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'partly'; readonly failed: readonly string[] }

/** The whole dashboard as a file, with the filters as they are. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [format, setFormat] = useState<DownloadFormat>('pdf')
  const { phase, start } = useDownload(onClose)
  const isMaking = phase.kind === 'making'
  const formats = [
    { value: 'pdf', label: t('PDF, a page for each tab') },
    { value: 'png', label: t('PNG, one picture of all tabs') },
    ...(can('can_csv', 'Superset') ? [{ value: 'xlsx', label: t('Excel, all rows of every chart') } as const] : []),
  ] as const
  return (
    <Dialog
      title={t('Download dashboard')}
      width={400}
      onClose={onClose}
      onSubmit={() => start(format)}
      footer={
        <>
          <Button onClick={onClose}>{phase.kind === 'partly' ? t('Close') : t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={isMaking}>
            {phase.kind === 'failed' ? t('Try again') : t('Download')}
          </Button>
        </>
      }
    >
      <Select
        label={t('File format')}
        help={t('With the filters as they are, and with all tabs.')}
        value={format}
        disabled={isMaking}
        onChange={setFormat}
        options={formats}
      />
      <DownloadNote phase={phase} />
    </Dialog>
  )
}

function DownloadNote({ phase }: { phase: Phase }) {
  const t = useText()
  switch (phase.kind) {
    case 'choosing':
      return null
    case 'making': {
      const { done = 0, of = null } = phase.state ?? {}
      const words =
        of === null || done < of
          ? t('{{done}} of {{of}} charts are read', { done, of: of ?? '–' })
          : t('The file is being written')
      return (
        <div className="col g2" role="status">
          <Staff value={of === null || of === 0 ? null : done / of} label={t('Download dashboard')} />
          <span className="c2">{words}</span>
        </div>
      )
    }
    case 'failed':
      return (
        <div role="alert" className="note d">
          <IconAlertCircle aria-hidden />
          <span className="grow">{t('The file could not be made: {{message}}', { message: phase.message })}</span>
        </div>
      )
    case 'partly':
      return (
        <div role="status" className="note w">
          <IconAlertTriangle aria-hidden />
          <span className="grow">
            {t('The file is saved. These charts are in it as a message only: {{names}}', {
              names: phase.failed.join(', '),
            })}
          </span>
        </div>
      )
  }
}

/** Makes the file; closing the dialog stops the server too. */
function useDownload(onDone: () => void) {
  const store = useDashboardStore()
  const id = useDashboard((state) => state.dashboardId)
  const [phase, setPhase] = useState<Phase>({ kind: 'choosing' })
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const start = async (format: DownloadFormat) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setPhase({ kind: 'making', state: null })
    const locale = localeTag().startsWith('de') ? 'de' : 'en'
    const request = { format, locale, dataMask: store.getState().masks } as const
    const onState = (state: DownloadState) => setPhase({ kind: 'making', state })
    const end = await downloadDashboard(id, request, { signal, onState }).then(phaseAfter, failureOf)
    if (signal.aborted) return
    if (end === null) onDone()
    else setPhase(end)
  }
  return { phase, start: (format: DownloadFormat) => void start(format) }
}

/** Saves a file that came; null when there is nothing more to say. */
function phaseAfter(state: DownloadState): Phase | null {
  if (state.file === null) return { kind: 'failed', message: state.error ?? '' }
  saveDownload(state)
  return state.file.failed.length > 0 ? { kind: 'partly', failed: state.file.failed } : null
}

const failureOf = (error: unknown): Phase => ({ kind: 'failed', message: error instanceof Error ? error.message : '' })
