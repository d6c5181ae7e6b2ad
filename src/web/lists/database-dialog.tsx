import { IconCheck, IconPlugConnected, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HttpError, http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { Button } from '../ui/button.tsx'
import { Switch } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { formatDuration } from '../ui/format.ts'
import { Ring } from '../ui/progress.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useEditedId } from './use-edited-id.ts'

interface Connection {
  readonly database_name: string
  readonly sqlalchemy_uri: string
  readonly expose_in_sqllab: boolean
  readonly allow_dml: boolean
  readonly allow_run_async: boolean
}

const EMPTY: Connection = {
  database_name: '',
  sqlalchemy_uri: '',
  expose_in_sqllab: true,
  allow_dml: false,
  allow_run_async: false,
}

/** Opens with ?edit= in the address. */
export function DatabaseDialogRoute() {
  const { edited, close } = useEditedId()
  if (edited === null) return null
  return edited === 'new' ? (
    <DatabaseDialog id={null} before={EMPTY} onClose={close} />
  ) : (
    <EditDatabase id={edited} onClose={close} />
  )
}

function EditDatabase({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['connection', id],
    queryFn: async ({ signal }) =>
      (await http.get<{ result: Connection }>(`/api/v1/database/${id}/connection`, { signal })).result,
  })
  return data ? <DatabaseDialog id={id} before={data} onClose={onClose} /> : null
}

type TestState =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'passed'; readonly ms: number }
  | { readonly state: 'failed'; readonly reason: string }

function DatabaseDialog({ id, before, onClose }: { id: number | null; before: Connection; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [form, setForm] = useState<Connection>(before)
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [test, setTest] = useState<TestState>({ state: 'idle' })
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Connection>) => setForm({ ...form, ...part })
  const save = async () => {
    setBusy(true)
    try {
      await saveConnection(id, form)
      await invalidateList(client, 'database')
      toast.success(t('Connection {{name}} saved', { name: form.database_name }))
      onClose()
    } catch (error) {
      setFaults(faultsOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={id === null ? t('Connect a database') : t('Edit connection')}
      onClose={onClose}
      width={520}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button icon={<IconPlugConnected aria-hidden />} onClick={() => void runTest(form, setTest)}>
            {t('Test')}
          </Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {id === null ? t('Connect') : t('Save')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        <p className="c2">{t('Queries run where the data is. Sightline keeps nothing but the results you ask for.')}</p>
        <TextInput
          label={t('Name')}
          required
          value={form.database_name}
          onChange={(database_name) => change({ database_name })}
          error={faults.database_name?.[0]}
        />
        <TextInput
          label={t('Address')}
          required
          className="mono"
          placeholder="duckdb:////data/sales.duckdb"
          value={form.sqlalchemy_uri}
          onChange={(sqlalchemy_uri) => change({ sqlalchemy_uri })}
          error={faults.sqlalchemy_uri?.[0] ?? faults.form?.[0]}
          help={t('A DuckDB file below a folder that the server was started with (--sources).')}
        />
        <div className="row g4">
          <Switch
            label={t('Offer in the SQL editor')}
            checked={form.expose_in_sqllab}
            onChange={(expose_in_sqllab) => change({ expose_in_sqllab })}
          />
          <Switch
            label={t('Allow changing data')}
            checked={form.allow_dml}
            onChange={(allow_dml) => change({ allow_dml })}
          />
        </div>
        <TestResult test={test} />
      </div>
    </Dialog>
  )
}

function TestResult({ test }: { test: TestState }) {
  const t = useText()
  switch (test.state) {
    case 'idle':
      return null
    case 'running':
      return (
        <p className="row g2" role="status">
          <Ring />
          {t('Testing')}
        </p>
      )
    case 'passed':
      return (
        <p className="row g2 co" role="status">
          <IconCheck aria-hidden />
          <span className="grow">{t('Connection looks good')}</span>
          <span className="c3">{formatDuration(test.ms)}</span>
        </p>
      )
    case 'failed':
      return (
        <p className="row g2 cd" role="alert">
          <IconX aria-hidden />
          <span className="grow">{test.reason}</span>
        </p>
      )
  }
}

async function runTest(form: Connection, report: (state: TestState) => void): Promise<void> {
  report({ state: 'running' })
  const startedAt = performance.now()
  try {
    await http.post('/api/v1/database/test_connection/', {
      database_name: form.database_name,
      sqlalchemy_uri: form.sqlalchemy_uri,
    })
    report({ state: 'passed', ms: performance.now() - startedAt })
  } catch (error) {
    report({ state: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}

const saveConnection = (id: number | null, form: Connection): Promise<unknown> => {
  const body = {
    database_name: form.database_name,
    sqlalchemy_uri: form.sqlalchemy_uri,
    expose_in_sqllab: form.expose_in_sqllab,
    allow_dml: form.allow_dml,
    allow_run_async: form.allow_run_async,
  }
  return id === null ? http.post('/api/v1/database/', body) : http.put(`/api/v1/database/${id}`, body)
}

function faultsOf(error: unknown): Readonly<Record<string, readonly string[]>> {
  if (!(error instanceof HttpError)) return { form: [String(error)] }
  return Object.keys(error.fields).length > 0 ? error.fields : { form: [error.message] }
}
