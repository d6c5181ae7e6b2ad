import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bootstrap, can } from '../../app/bootstrap.ts'
import { problemMessage } from '../../app/messages.ts'
import { PATHS } from '../../app/places.ts'
import { HttpError, http } from '../../data/http.ts'
import { invalidateList } from '../../data/list.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useEditedId } from '../use-edited-id.ts'
import { AlertFields } from './alert-fields.tsx'
import { type AlertForm, type AlertRow, alertBodyOf, alertFormOf, isComplete, newAlert } from './alert-form.ts'

const BASE = '/api/v1/report'
const KNOWN_FIELDS = ['name', 'crontab', 'recipients', 'database', 'sql', 'validator_config_json', 'grace_period']

export function NewAlert() {
  const t = useText()
  return can('can_execute_sql_query', 'SQLLab') ? (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={`${PATHS.alerts}?edit=new`}>
      {t('New alert')}
    </LinkButton>
  ) : null
}

/** Opens with ?edit= in the address. */
export function AlertDialogRoute() {
  const { edited, close } = useEditedId()
  if (edited === null) return null
  return edited === 'new' ? <AlertDialog stored={null} onClose={close} /> : <EditAlert id={edited} onClose={close} />
}

function EditAlert({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['alert', id],
    gcTime: 0,
    queryFn: async ({ signal }) => (await http.get<{ result: AlertRow }>(`${BASE}/${id}`, { signal })).result,
  })
  if (data) return <AlertDialog stored={{ ...data, id }} onClose={onClose} />
  return (
    <Dialog title={t('Edit alert')} width={600} onClose={onClose}>
      {error ? (
        <FailedState title={t('The alert could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      ) : (
        <Skeleton lines={8} height={20} />
      )}
    </Dialog>
  )
}

function AlertDialog({ stored, onClose }: { stored: AlertRow | null; onClose: () => void }) {
  const t = useText()
  const [form, setForm] = useState<AlertForm>(() => (stored ? alertFormOf(stored) : emptyAlert()))
  const save = useSave(stored, onClose)
  const { error } = save
  const isElsewhere = error !== null && !(error instanceof HttpError && KNOWN_FIELDS.some((one) => error.fields[one]))
  return (
    <Dialog
      title={stored ? t('Edit alert') : t('New alert')}
      width={600}
      onClose={onClose}
      onSubmit={() => isComplete(form) && !save.isPending && save.mutate(form)}
      footer={
        <>
          <span className="t1 cd grow" role="alert">
            {isElsewhere && problemMessage(error, t).reason}
          </span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isComplete(form)} loading={save.isPending}>
            {stored ? t('Save') : t('Create alert')}
          </Button>
        </>
      }
    >
      <AlertFields
        stored={stored}
        form={form}
        error={error}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
    </Dialog>
  )
}

const emptyAlert = () =>
  newAlert(bootstrap().user?.email ?? '', Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

function useSave(stored: AlertRow | null, onSaved: () => void) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: AlertForm) =>
      stored
        ? http.put(`${BASE}/${stored.id}`, alertBodyOf(form))
        : http.post(`${BASE}/`, { ...alertBodyOf(form), active: true, creation_method: 'alerts_reports' }),
    onSuccess: async (_, form) => {
      toast.success(t('Alert {{name}} saved', { name: form.name.trim() }))
      onSaved()
      await invalidateList(client, 'report')
    },
  })
}
