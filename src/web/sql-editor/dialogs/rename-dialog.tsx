import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { EditorTab } from '../model/state.ts'
import { tabActions } from '../store.ts'
import { loadTab } from '../sync-engine.ts'

export function RenameDialog({ editor, onClose }: { editor: EditorTab; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState(editor.name)
  const isEmpty = name.trim() === ''
  const handleSubmit = () => {
    if (isEmpty) return
    tabActions.rename(editor.id, name)
    void loadTab(editor.id)
    onClose()
  }
  return (
    <Dialog
      title={t('Rename tab')}
      width={380}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabledReason={isEmpty ? t('Give it a name') : undefined}>
            {t('Rename')}
          </Button>
        </>
      }
    >
      <TextInput label={t('Name')} value={name} onChange={setName} autoFocus maxLength={256} />
    </Dialog>
  )
}
