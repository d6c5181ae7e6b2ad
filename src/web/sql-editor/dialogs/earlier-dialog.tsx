import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LineCompare } from '../../data/changes/line-compare.tsx'
import styles from '../../data/versions/versions.module.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAgo, formatDateTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { type Translate, text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { api, type EarlierText } from '../api.ts'
import type { EditorTab } from '../model/state.ts'
import { tabActions } from '../store.ts'

interface EarlierDialogProps {
  editor: EditorTab
  onClose: () => void
}

/** The texts that a tab had in other browsers or before most of it was removed: what differs, and the way back. */
export function EarlierDialog({ editor, onClose }: EarlierDialogProps) {
  const t = useText()
  const { tabViewId } = editor
  const list = useQuery({
    queryKey: ['sql-editor', 'earlier', tabViewId],
    queryFn: () => (tabViewId === null ? [] : api.earlierTexts(tabViewId)),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title={t('Earlier versions of {{name}}', { name: editor.name })} width={960} onClose={onClose}>
      {list.isPending && <Skeleton lines={6} />}
      {list.isError && (
        <FailedState title={t('The earlier versions could not be listed')} onRetry={() => void list.refetch()}>
          {list.error.message}
        </FailedState>
      )}
      {list.data?.length === 0 && (
        <EmptyState title={t('No earlier version is kept')}>
          {t('One is kept when the tab is changed in two places at once, and when most of a long text is removed.')}
        </EmptyState>
      )}
      {list.data?.[0] && <Earlier editor={editor} texts={list.data} first={list.data[0].number} onClose={onClose} />}
    </Dialog>
  )
}

interface EarlierProps extends EarlierDialogProps {
  texts: readonly EarlierText[]
  first: number
}

function Earlier({ editor, texts, first, onClose }: EarlierProps) {
  const t = useText()
  const [shown, setShown] = useState(first)
  return (
    <div className={styles.split}>
      <ol className={styles.list} aria-label={t('Earlier versions')}>
        {texts.map((one) => (
          <li key={one.number}>
            <button
              type="button"
              className={styles.version}
              aria-current={one.number === shown || undefined}
              onClick={() => setShown(one.number)}
            >
              <span className="b" data-tip={formatDateTime(one.written_on)}>
                {formatAgo(one.written_on, Date.now())}
              </span>
              <span className="c2">{reasonOf(one, t)}</span>
              <span className="mono c3 ell">{one.preview.replace(/\s+/g, ' ')}</span>
            </button>
          </li>
        ))}
      </ol>
      <Compared key={shown} editor={editor} number={shown} onClose={onClose} />
    </div>
  )
}

function reasonOf({ reason }: EarlierText, t: Translate): string {
  return reason === 'removed' ? t('Most of it was removed') : t('Changed in two places')
}

function Compared({ editor, number, onClose }: EarlierDialogProps & { number: number }) {
  const t = useText()
  const { tabViewId } = editor
  const whole = useQuery({
    queryKey: ['sql-editor', 'earlier', tabViewId, number],
    queryFn: () => api.earlierText(tabViewId ?? 0, number),
    enabled: tabViewId !== null,
  })
  if (whole.isError)
    return <FailedState title={t('The version could not be read')} onRetry={() => void whole.refetch()} />
  if (whole.data === undefined) return <Skeleton lines={6} />
  const { sql, template_params: templateParams } = whole.data
  const handleRestore = () => {
    restore(editor, { sql, ...(templateParams === null ? {} : { templateParams }) })
    onClose()
  }
  return (
    <section className={styles.changes} aria-label={t('Changes')}>
      <div className="row g2">
        <span className="grow c2">{t('What restoring it would change')}</span>
        <Button variant="primary" onClick={handleRestore}>
          {t('Restore')}
        </Button>
      </div>
      <LineCompare before={editor.sql} after={sql} />
    </section>
  )
}

/** Back in one step, in the text (Ctrl+Z) and here. */
function restore({ id, sql, templateParams }: EditorTab, earlier: Partial<EditorTab>): void {
  tabActions.switchTo(id)
  tabActions.set(id, earlier)
  const undo = () => tabActions.set(id, { sql, templateParams })
  toast.success(text('The earlier version is back'), { label: text('Undo'), run: undo })
}
