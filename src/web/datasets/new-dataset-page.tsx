import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../app/bootstrap.ts'
import { problemMessage } from '../app/messages.ts'
import { datasetPath, PATHS } from '../app/places.ts'
import { ForbiddenPage } from '../app/problem-pages.tsx'
import { http } from '../data/http.ts'
import { invalidateList, usePages } from '../data/list.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useNavigate } from '../ui/router.tsx'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import styles from './datasets.module.css'
import { ColumnPreview } from './parts/column-preview.tsx'
import { connectionPages, useSchemas, useTables } from './queries.ts'

interface Choice {
  readonly databaseId: number | null
  readonly schema: string | null
  readonly table: string | null
}

const NOTHING: Choice = { databaseId: null, schema: null, table: null }

/** Connection, schema, table: each choice asks for the next; the columns are shown before the dataset is made. */
export function NewDatasetPage() {
  const t = useText()
  const [chosen, setChoice] = useState<Choice>(NOTHING)
  const choice = useOnlySchema(chosen)
  const { create, isBusy, problem } = useCreate(choice)
  if (!can('can_write', 'Dataset')) return <ForbiddenPage />
  return (
    <main className="main">
      <PageHeader
        title={t('New dataset')}
        crumbs={[{ label: t('Datasets'), to: PATHS.datasets }]}
        actions={
          <Button
            variant="primary"
            icon={<IconPlus aria-hidden />}
            loading={isBusy}
            disabledReason={choice.table === null ? t('Choose a table first') : undefined}
            onClick={() => void create()}
          >
            {t('Create dataset')}
          </Button>
        }
      />
      <SourceChoice choice={choice} onChange={setChoice} problem={problem} />
      <section className={styles.preview} aria-label={t('Columns')}>
        <ColumnPreview {...choice} />
      </section>
    </main>
  )
}

/** Where a connection has one schema, nobody needs to choose it. */
function useOnlySchema(choice: Choice): Choice {
  const { data = [] } = useSchemas(choice.databaseId)
  const [only = null] = data.length === 1 ? data : []
  return { ...choice, schema: choice.schema ?? only }
}

interface SourceChoiceProps {
  choice: Choice
  onChange: (choice: Choice) => void
  problem: string | null
}

function SourceChoice({ choice, onChange, problem }: SourceChoiceProps) {
  const t = useText()
  const { databaseId, schema, table } = choice
  const [search, setSearch] = useState('')
  const connections = usePages(connectionPages(search))
  const schemas = useSchemas(databaseId)
  const tables = useTables(databaseId, schema)
  const failed = (error: unknown) => (error ? problemMessage(error, t).reason : null)
  return (
    <div className={styles.create}>
      <Select
        label={t('Connection')}
        searchable
        value={databaseId}
        isLoading={connections.isFetching}
        onSearch={setSearch}
        onMore={connections.more}
        options={connections.rows.map((one) => ({ value: one.id, label: one.database_name }))}
        error={failed(connections.error)}
        onChange={(id) => onChange({ databaseId: id, schema: null, table: null })}
      />
      <Select
        label={t('Schema')}
        searchable
        value={schema}
        disabled={databaseId === null}
        isLoading={schemas.isLoading}
        options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
        error={failed(schemas.error)}
        onChange={(name) => onChange({ ...choice, schema: name, table: null })}
      />
      <Select
        label={t('Table')}
        searchable
        value={table}
        disabled={schema === null}
        isLoading={tables.isLoading}
        options={(tables.data ?? []).map((one) => ({ value: one.value, label: one.value, hint: one.type }))}
        error={problem ?? failed(tables.error)}
        help={t('For a dataset from a query, run it in the SQL editor and choose Create dataset.')}
        onChange={(name) => onChange({ ...choice, table: name })}
      />
    </div>
  )
}

function useCreate({ databaseId, schema, table }: Choice) {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ table: string | null; reason: string } | null>(null)
  const create = async () => {
    setBusy(true)
    try {
      const body = { database: databaseId, schema, table_name: table }
      const { id } = await http.post<{ id: number }>('/api/v1/dataset/', body)
      await invalidateList(client, 'dataset')
      toast.success(t('Dataset {{name}} created', { name: table ?? '' }))
      void navigate(datasetPath(id))
    } catch (error) {
      setRefused({ table, reason: problemMessage(error, t).reason })
      setBusy(false)
    }
  }
  return { create, isBusy, problem: refused !== null && refused.table === table ? refused.reason : null }
}
