import { useState } from 'react'
import { datasetPath, mayExplore } from '../../app/places.ts'
import { HttpError } from '../../data/http.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { EditorTab } from '../model/state.ts'
import { savedApi } from '../saved-api.ts'

interface DatasetDialogProps {
  readonly editor: EditorTab
  readonly sql: string
  readonly onClose: () => void
}

/** A dataset of the query, from which charts are made. */
export function DatasetDialog({ editor, sql, onClose }: DatasetDialogProps) {
  const t = useText()
  const navigate = useNavigate()
  const [name, setName] = useState(editor.name)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const handleSubmit = async () => {
    if (isBusy || name.trim() === '') return
    setBusy(true)
    try {
      const { id } = await savedApi.createDataset({
        database: editor.dbId,
        catalog: editor.catalog,
        schema: editor.schema,
        sql: sql.replace(/;\s*$/, ''),
        table_name: name.trim(),
        is_managed_externally: false,
        external_url: null,
        ...(editor.templateParams === null ? {} : { template_params: editor.templateParams }),
      })
      toast.success(t('Dataset {{name}} was created', { name: name.trim() }))
      onClose()
      void navigate(datasetPath(id))
    } catch (error) {
      setProblem(error instanceof HttpError ? error.message : null)
      toast.danger(t('An error occurred while creating the data source'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('Save as dataset')}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabledReason={name.trim() === '' ? t('Give it a name') : undefined}
          >
            {mayExplore() ? t('Save and explore') : t('Save')}
          </Button>
        </>
      }
    >
      <TextInput label={t('Dataset name')} value={name} onChange={setName} error={problem} autoFocus maxLength={250} />
      <pre className="code sql-shown-text">{sql}</pre>
      <p className="t1 c3">{t('Charts made from it run this query again, so they show the data of that moment.')}</p>
    </Dialog>
  )
}
