import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { datasetPath } from '../app/places.ts'
import { http } from '../data/http.ts'
import { invalidateList, useList } from '../data/list.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import { useSchemas, useTables } from './catalog-queries.ts'
import { useEditedId } from './use-edited-id.ts'

const ALL = 100

export function NewDataset() {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to="/tablemodelview/list/?edit=new">
      {t('New dataset')}
    </LinkButton>
  )
}

/** Opens with ?edit=new in the address. */
export function NewDatasetRoute() {
  const { edited, close } = useEditedId()
  return edited === 'new' ? <NewDatasetDialog onClose={close} /> : null
}

/** Connection, schema, table: each choice asks for the next. */
function NewDatasetDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [databaseId, setDatabaseId] = useState<number | null>(null)
  const [schema, setSchema] = useState<string | null>(null)
  const [table, setTable] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const databases = useList<{ id: number; database_name: string }>({ resource: 'database', pageSize: ALL })
  const schemas = useSchemas(databaseId)
  const tables = useTables(databaseId, schema)
  const create = async () => {
    setBusy(true)
    try {
      const id = await createDataset({ database: databaseId, schema, table_name: table })
      await invalidateList(client, 'dataset')
      void navigate(datasetPath(id))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('An error occurred while creating the data source'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('New dataset')}
      onClose={onClose}
      width={420}
      onSubmit={() => void create()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabledReason={table === null ? t('Choose a table first') : undefined}
          >
            {t('Create dataset')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        <Select
          label={t('Connection')}
          value={databaseId}
          options={(databases.data?.result ?? []).map((one) => ({ value: one.id, label: one.database_name }))}
          onChange={(id) => {
            setDatabaseId(id)
            setSchema(null)
            setTable(null)
          }}
        />
        <Select
          label={t('Schema')}
          value={schema}
          disabled={databaseId === null}
          isLoading={schemas.isLoading}
          options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
          onChange={(name) => {
            setSchema(name)
            setTable(null)
          }}
        />
        <Select
          label={t('Table')}
          value={table}
          disabled={schema === null}
          isLoading={tables.isLoading}
          options={(tables.data ?? []).map((one) => ({ value: one.value, label: one.value, hint: one.type }))}
          onChange={setTable}
          error={problem}
          help={t('For a dataset from a query, run it in the SQL editor and choose Create dataset.')}
        />
      </div>
    </Dialog>
  )
}

interface NewTable {
  readonly database: number | null
  readonly schema: string | null
  readonly table_name: string | null
}

const createDataset = async (body: NewTable): Promise<number> =>
  (await http.post<{ id: number }>('/api/v1/dataset/', body)).id
