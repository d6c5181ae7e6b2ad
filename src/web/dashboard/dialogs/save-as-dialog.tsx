import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboardPath } from '../../app/places.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { copyPayload } from '../model/draft.ts'
import { dashboardCalls } from '../queries.ts'
import { saveFailure } from '../save-failure.ts'
import { useDashboardStore } from '../store.ts'

/** A copy under another name, with the charts shared or copied too. */
export function SaveAsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const store = useDashboardStore()
  const [title, setTitle] = useState(() => t('{{name}}, copy', { name: store.getState().draft.properties.title }))
  const [duplicatesCharts, setDuplicatesCharts] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { dashboardId, history } = store.getState()
      return dashboardCalls.copy(dashboardId, copyPayload(history.present, { title, duplicatesCharts }))
    },
    onSuccess: async ({ result }) => {
      toast.success(text('This dashboard was saved successfully.'))
      onClose()
      await navigate(dashboardPath(result.id), { isSettled: true })
    },
    onError: (error) => void toast.danger(saveFailure(error)),
  })
  return (
    <Dialog
      title={t('Save as')}
      width={420}
      onClose={onClose}
      onSubmit={() => mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        <TextInput label={t('Name')} value={title} onChange={setTitle} autoFocus />
        <Checkbox
          label={t('Copy its charts too, so that a change in one leaves the other alone')}
          checked={duplicatesCharts}
          onChange={setDuplicatesCharts}
        />
      </div>
    </Dialog>
  )
}
