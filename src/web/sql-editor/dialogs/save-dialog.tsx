import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { EditorTab } from '../model/state.ts'
import { saveQuery } from '../save-query.ts'
import { savedApi } from '../saved-api.ts'

interface SaveDialogProps {
  readonly editor: EditorTab
  readonly isNew: boolean
  readonly onClose: () => void
}

export function SaveDialog({ editor, isNew, onClose }: SaveDialogProps) {
  const t = useText()
  const [label, setLabel] = useState(editor.name)
  const [typed, setDescription] = useState<string | null>(null)
  const { data: saved } = useQuery({
    queryKey: ['sql-editor', 'saved', 'one', editor.remoteId],
    queryFn: () => savedApi.read(editor.remoteId ?? 0),
    enabled: editor.remoteId !== null,
  })
  const description = typed ?? saved?.description ?? ''
  const [isBusy, setBusy] = useState(false)
  const isUpdate = editor.remoteId !== null && !isNew
  const handleSubmit = async () => {
    if (label.trim() === '' || isBusy) return
    setBusy(true)
    const isSaved = await (isUpdate
      ? saveQuery(editor, editor.remoteId, label.trim(), typed)
      : saveQuery(editor, null, label.trim(), description))
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog
      title={isUpdate ? t('Update saved query') : t('Save query')}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabledReason={label.trim() === '' ? t('Give it a name') : undefined}
          >
            {isUpdate ? t('Update') : t('Save')}
          </Button>
        </>
      }
    >
      <div className="col g4">
        <TextInput label={t('Name')} value={label} onChange={setLabel} autoFocus maxLength={256} />
        <TextArea label={t('Description')} optional value={description} onChange={setDescription} />
      </div>
    </Dialog>
  )
}
