import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAgo } from '../../ui/format.ts'
import { useText } from '../../ui/text.ts'
import type { Editor } from '../use-editor.ts'

/** Somebody else saved in the meantime: whose changes stay is asked before one of them is lost. */
export function ConflictDialog({ editor }: { editor: Editor }) {
  const t = useText()
  const { conflict, settle } = editor
  if (!conflict) return null
  const { changed_by: by } = conflict
  return (
    <Dialog
      title={t('Saved by someone else in the meantime')}
      width={480}
      onClose={() => void settle('wait')}
      footer={
        <>
          <Button onClick={() => void settle('wait')}>{t('Cancel')}</Button>
          <Button onClick={() => void settle('take')}>{t('Discard mine')}</Button>
          <Button variant="danger-solid" onClick={() => void settle('overwrite')}>
            {t('Overwrite theirs')}
          </Button>
        </>
      }
    >
      <p>
        {t('{{name}} saved this dataset {{when}}, after you opened it. Saving replaces that version.', {
          name: by ? `${by.first_name} ${by.last_name}` : t('Someone'),
          when: formatAgo(conflict.changed_on, Date.now()),
        })}
      </p>
    </Dialog>
  )
}
