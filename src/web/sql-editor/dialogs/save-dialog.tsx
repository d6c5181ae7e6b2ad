import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../data/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { api } from '../api.ts'
import type { EditorTab } from '../model/state.ts'
import { savedApi } from '../saved-api.ts'
import { tabActions } from '../store.ts'

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
      ? save(editor, editor.remoteId, label.trim(), typed, t)
      : save(editor, null, label.trim(), description, t))
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
      <TextInput label={t('Name')} value={label} onChange={setLabel} autoFocus maxLength={256} />
      <TextArea label={t('Description')} optional value={description} onChange={setDescription} />
    </Dialog>
  )
}

async function save(
  editor: EditorTab,
  id: number | null,
  label: string,
  description: string | null,
  t: ReturnType<typeof useText>,
): Promise<boolean> {
  try {
    const saved =
      id === null
        ? await savedApi.create(editor, label, description)
        : await savedApi.update(id, editor, label, description)
    const remoteId = id ?? saved.id
    if (typeof remoteId !== 'number') {
      toast.warning(t('Your query was not properly saved'))
      return false
    }
    tabActions.set(editor.id, { remoteId, name: label, savedSql: editor.sql })
    if (editor.tabViewId !== null) {
      api.linkSavedQuery(editor.tabViewId, remoteId).catch(() => toast.warning(t('Your query was not properly saved')))
    }
    void queryClient.invalidateQueries({ queryKey: ['sql-editor', 'saved'] })
    toast.success(id === null ? t('Your query was saved') : t('Your query was updated'))
    return true
  } catch {
    toast.danger(id === null ? t('Your query could not be saved') : t('Your query could not be updated'))
    return false
  }
}
