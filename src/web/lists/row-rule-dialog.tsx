import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { PATHS } from '../app/places.ts'
import { HttpError, http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type Faults, RowRuleFields } from './row-rule-fields.tsx'
import {
  EMPTY_RULE,
  type RowRuleForm,
  type RowRuleRow,
  ruleBodyOf,
  ruleFaults,
  ruleFormOf,
  standingFaults,
} from './row-rule-form.ts'
import { useEditedId } from './use-edited-id.ts'

const BASE = '/api/v1/rowlevelsecurity'

export function NewRowRule() {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={`${PATHS.rowRules}?edit=new`}>
      {t('New rule')}
    </LinkButton>
  )
}

/** Opens with ?edit= in the address. */
export function RowRuleDialogRoute() {
  const { edited, close } = useEditedId()
  if (edited === null) return null
  return edited === 'new' ? <RowRuleDialog stored={null} onClose={close} /> : <EditRule id={edited} onClose={close} />
}

function EditRule({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['row-rule', id],
    gcTime: 0,
    queryFn: async ({ signal }) => (await http.get<{ result: RowRuleRow }>(`${BASE}/${id}`, { signal })).result,
  })
  if (data) return <RowRuleDialog stored={{ ...data, id }} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title={t('Edit rule')} onClose={onClose}>
      <FailedState title={t('The rule could not be read')} onRetry={() => void refetch()}>
        {problemMessage(error, t).reason}
      </FailedState>
    </Dialog>
  )
}

function RowRuleDialog({ stored, onClose }: { stored: RowRuleRow | null; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [form, setForm] = useState(() => (stored ? ruleFormOf(stored) : EMPTY_RULE))
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<RowRuleForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setFaults((before) => standingFaults(before, part))
  }
  const save = async () => {
    const missing = ruleFaults(form)
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const body = ruleBodyOf(form)
      await (stored ? http.put(`${BASE}/${stored.id}`, body) : http.post(`${BASE}/`, body))
      // Every answer that the rule touches is another one from here on.
      void client.invalidateQueries()
      await invalidateList(client, 'rowlevelsecurity')
      toast.success(t('Rule {{name}} saved', { name: body.name }))
      onClose()
    } catch (error) {
      setFaults(faultsOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={stored ? t('Edit rule') : t('New rule')}
      onClose={onClose}
      width={560}
      onSubmit={() => void save()}
      footer={
        <>
          {faults.form && (
            <span className="t1 cd grow" role="alert">
              {faults.form[0]}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {stored ? t('Save') : t('Create rule')}
          </Button>
        </>
      }
    >
      <RowRuleFields stored={stored} form={form} faults={faults} onChange={change} />
    </Dialog>
  )
}

function faultsOf(error: unknown): Faults {
  if (!(error instanceof HttpError)) return { form: [String(error)] }
  return Object.keys(error.fields).length > 0 ? error.fields : { form: [error.message] }
}
