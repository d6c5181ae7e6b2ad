import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { problemMessage } from '../../app/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { http } from '../http.ts'
import { invalidateList } from '../list.ts'
import { RelatedSelect } from '../related-select.tsx'
import { TagSelect, tagIds } from '../tag-select.tsx'
import { toldFailure } from '../told-failure.ts'
import { type ChartProperties, changesOf, propertiesOf, propertyFaults, type StoredChart } from './properties.ts'

interface ChartPropertiesProps {
  id: number
  onClose: () => void
  onSaved?: (saved: ChartProperties) => void
}

/** What a chart is called, what it is about, whose it is, and how long its answer is kept. */
export function ChartPropertiesDialog({ id, onClose, onSaved }: ChartPropertiesProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['chart-properties', id],
    gcTime: 0,
    queryFn: async ({ signal }) => (await http.get<{ result: StoredChart }>(`/api/v1/chart/${id}`, { signal })).result,
  })
  if (data) return <PropertiesForm id={id} stored={data} onClose={onClose} onSaved={onSaved} />
  return (
    <Dialog title={t('Chart properties')} onClose={onClose}>
      {error ? (
        <FailedState title={t('The chart could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      ) : (
        <Skeleton lines={8} height={20} />
      )}
    </Dialog>
  )
}

interface FormProps {
  id: number
  stored: StoredChart
  onClose: () => void
  onSaved: ChartPropertiesProps['onSaved'] | undefined
}

function PropertiesForm({ id, stored, onClose, onSaved }: FormProps) {
  const t = useText()
  const [before] = useState(() => propertiesOf(stored))
  const [form, setForm] = useState(before)
  const [isTried, setTried] = useState(false)
  const faults = isTried ? propertyFaults(form) : {}
  const set = (part: Partial<ChartProperties>) => setForm({ ...form, ...part })
  const save = useSave(id, before, form, () => {
    onSaved?.(form)
    onClose()
  })
  const handleSubmit = () => {
    setTried(true)
    if (Object.keys(propertyFaults(form)).length === 0) save.mutate()
  }
  const faultOf = (field: keyof ChartProperties) => (faults[field] ? t(faults[field]) : undefined)
  return (
    <Dialog
      title={t('Chart properties')}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          {save.error && (
            <span className="t1 cd grow" role="alert">
              {toldFailure(save.error, {
                forbidden: t('You do not have permission to edit this chart'),
                because: (reason) => t('Sorry, there was an error saving this chart: {{reason}}', { reason }),
              }) ?? t('Sorry, an unknown error occurred.')}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="col g4">
        <TextInput
          label={t('Name')}
          value={form.name}
          onChange={(name) => set({ name })}
          maxLength={250}
          error={faultOf('name')}
        />
        <TextArea
          label={t('Description')}
          optional
          rows={3}
          value={form.description}
          onChange={(description) => set({ description })}
        />
        <RelatedSelect
          label={t('Owners')}
          resource="chart"
          related="owners"
          known={stored.owners.map((one) => ({ value: one.id, text: `${one.first_name} ${one.last_name}` }))}
          value={form.owners}
          onChange={(owners) => set({ owners })}
          error={undefined}
        />
        {can('can_write', 'Tag') && can('can_tag', 'Chart') && (
          <TagSelect label={t('Tags')} optional value={form.tags} onChange={(tags) => set({ tags })} />
        )}
        <Certification form={form} onChange={set} />
        <NumberInput
          label={t('Cache timeout in seconds')}
          optional
          help={t('Empty: as the dataset says. −1 keeps no answer.')}
          value={form.cacheTimeoutSec}
          onChange={(cacheTimeoutSec) => set({ cacheTimeoutSec })}
          error={faultOf('cacheTimeoutSec')}
        />
      </div>
    </Dialog>
  )
}

function Certification({
  form,
  onChange,
}: {
  form: ChartProperties
  onChange: (part: Partial<ChartProperties>) => void
}) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('Certified by')}
        optional
        value={form.certifiedBy}
        onChange={(certifiedBy) => onChange({ certifiedBy })}
      />
      {form.certifiedBy.trim() !== '' && (
        <TextInput
          label={t('Details of the certification')}
          optional
          value={form.certificationDetails}
          onChange={(certificationDetails) => onChange({ certificationDetails })}
        />
      )}
    </>
  )
}

function useSave(id: number, before: ChartProperties, form: ChartProperties, onDone: () => void) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const isTagged = JSON.stringify(before.tags) !== JSON.stringify(form.tags)
      const body = changesOf(before, form, isTagged ? await tagIds(form.tags) : [])
      if (Object.keys(body).length > 0) await http.put(`/api/v1/chart/${id}`, body)
    },
    onSuccess: () => {
      toast.success(t('Properties of “{{name}}” saved', { name: form.name.trim() }))
      invalidateList(client, 'chart').catch(() => undefined)
      onDone()
    },
  })
}
