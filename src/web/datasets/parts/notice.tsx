import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { faultAt } from '../model/faults.ts'
import type { Editor } from '../use-editor.ts'

/** Why nothing can be changed, or why the last save was refused. */
export function EditorNotice({ editor }: { editor: Editor }) {
  const t = useText()
  if (editor.isReadOnly)
    return (
      <p className={styles.notice} role="note">
        <IconLock className="s" aria-hidden />
        {editor.dataset.is_managed_externally
          ? t('This dataset is managed by another system. Change it there; here it can only be read.')
          : t('You can read this dataset. To change it, ask an owner or an administrator.')}
      </p>
    )
  if (editor.failure === null) return null
  const ofRows = faultAt(editor.faults, 'columns') ?? faultAt(editor.faults, 'metrics')
  return (
    <p className={`${styles.notice} ${styles.bad}`} role="alert">
      <IconAlertCircle className="s" aria-hidden />
      {ofRows && !editor.failure.includes(ofRows) ? `${editor.failure} ${ofRows}` : editor.failure}
    </p>
  )
}
