import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../app/messages.ts'
import { HttpError, http } from '../../data/http.ts'
import { invalidateList } from '../../data/list.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useEditedId } from '../use-edited-id.ts'
import type { Faults, RecordKind } from './record-kind.ts'

/** The button that opens an empty dialog over the list. */
export function NewRecord({ label }: { label: string }) {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to="?edit=new">
      {t(label)}
    </LinkButton>
  )
}

/** The dialog of a record, opened with ?edit= in the address of its list. */
export function RecordDialogRoute<Stored, Form extends object>({ kind }: { kind: RecordKind<Stored, Form> }) {
  const { edited, close } = useEditedId()
  if (edited === null) return null
  return edited === 'new' ? (
    <RecordDialog kind={kind} id={null} stored={null} onClose={close} />
  ) : (
    <StoredRecord key={edited} kind={kind} id={edited} onClose={close} />
  )
}

interface StoredRecordProps<Stored, Form> {
  kind: RecordKind<Stored, Form>
  id: number
  onClose: () => void
}

function StoredRecord<Stored, Form extends object>({ kind, id, onClose }: StoredRecordProps<Stored, Form>) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['record', kind.resource, id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await http.get<{ result: Stored }>(`/api/v1/${kind.resource}/${id}`, { signal })).result,
  })
  if (data) return <RecordDialog kind={kind} id={id} stored={data} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title={t(kind.words.edit)} onClose={onClose}>
      <FailedState title={t(kind.words.unread)} onRetry={() => void refetch()}>
        {problemMessage(error, t).reason}
      </FailedState>
    </Dialog>
  )
}

interface RecordDialogProps<Stored, Form> {
  kind: RecordKind<Stored, Form>
  id: number | null
  stored: Stored | null
  onClose: () => void
}

function RecordDialog<Stored, Form extends object>({ kind, id, stored, onClose }: RecordDialogProps<Stored, Form>) {
  const t = useText()
  const { form, faults, isBusy, change, save } = useRecordForm(kind, id, stored, onClose)
  return (
    <Dialog
      title={t(id === null ? kind.words.create : kind.words.edit)}
      onClose={onClose}
      width={kind.width ?? 520}
      onSubmit={() => void save()}
      footer={
        <>
          {faults.form && (
            <span className="t1 cd grow" role="alert">
              {t(faults.form[0] ?? '')}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {id === null ? t(kind.words.make) : t('Save')}
          </Button>
        </>
      }
    >
      <div className="col g4">
        <kind.Fields stored={stored} form={form} faults={translated(faults, t)} onChange={change} />
      </div>
    </Dialog>
  )
}

const translated = (faults: Faults, t: (text: string) => string): Faults =>
  Object.fromEntries(Object.entries(faults).map(([field, texts]) => [field, texts.map((text) => t(text))]))

/** A record as it is typed, and the way to the server. A fault goes away when its field changes. */
function useRecordForm<Stored, Form extends object>(
  kind: RecordKind<Stored, Form>,
  id: number | null,
  stored: Stored | null,
  onSaved: () => void,
) {
  const t = useText()
  const client = useQueryClient()
  const [form, setForm] = useState(() => kind.formOf(stored))
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Form>) => {
    setForm((before) => ({ ...before, ...part }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }
  const save = async () => {
    const missing = kind.faultsOf(form)
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const path = `/api/v1/${kind.resource}/`
      await (id === null ? http.post(path, kind.bodyOf(form)) : http.put(`${path}${id}`, kind.bodyOf(form)))
      await invalidateList(client, kind.resource)
      toast.success(t(kind.words.saved, { name: kind.nameOf(form) }))
      onSaved()
    } catch (error) {
      setFaults(said(error))
      setBusy(false)
    }
  }
  return { form, faults, isBusy, change, save }
}

function said(error: unknown): Faults {
  if (!(error instanceof HttpError)) return { form: [String(error)] }
  return Object.keys(error.fields).length > 0 ? error.fields : { form: [error.message] }
}
