import { useQuery } from '@tanstack/react-query'
import { randomUuid } from '../../kernel/random-id.ts'
import { encodeRison } from '../../wire/rison.ts'
import { http } from '../data/http.ts'
import { OPTION_PAGE, type Pages, readList } from '../data/list.ts'
import type { SourceColumn, WireDataset } from './model/wire.ts'

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ['dataset-editor', id],
    // The editor works on a copy: what is stored is read when it opens and after a save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => readDataset(id, signal),
  })

/** The dataset as it is stored at this moment. */
export const readDataset = async (id: string | number, signal?: AbortSignal): Promise<WireDataset> =>
  (await http.get<{ result: WireDataset }>(`/api/v1/dataset/${encodeURIComponent(id)}`, { signal })).result

/** Saves the dataset and reads it as it is stored then: rows that were added have ids. */
export async function saveDataset(id: number, body: unknown): Promise<WireDataset> {
  await http.put(`/api/v1/dataset/${id}`, body)
  return readDataset(id)
}

export const useSchemas = (databaseId: number | null) =>
  useQuery({
    queryKey: ['schemas', databaseId],
    enabled: databaseId !== null,
    queryFn: async ({ signal }) =>
      (await http.get<{ result: readonly string[] }>(`/api/v1/database/${databaseId}/schemas/`, { signal })).result,
  })

export const useTables = (databaseId: number | null, schema: string | null) =>
  useQuery({
    queryKey: ['tables', databaseId, schema],
    enabled: databaseId !== null && schema !== null,
    queryFn: async ({ signal }) => {
      const q = encodeURIComponent(encodeRison({ schema_name: schema }))
      const path = `/api/v1/database/${databaseId}/tables/?q=${q}`
      return (await http.get<{ result: readonly { value: string; type: string }[] }>(path, { signal })).result
    },
  })

interface TableColumn {
  readonly name: string
  readonly type: string
  readonly longType: string
}

export const useTableColumns = (databaseId: number | null, schema: string | null, table: string | null) =>
  useQuery({
    queryKey: ['table-columns', databaseId, schema, table],
    enabled: databaseId !== null && table !== null,
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ name: table ?? '', schema: schema ?? '' })
      const path = `/api/v1/database/${databaseId}/table_metadata/?${params}`
      return (await http.get<{ columns: readonly TableColumn[] }>(path, { signal })).columns
    },
  })

/** Users by name, as owners of datasets. */
export const ownerPages = (search: string): Pages<{ value: number; text: string }> => ({
  key: ['dataset-owners', search],
  read: (page, signal) => {
    const q = encodeURIComponent(encodeRison({ filter: search, page, page_size: OPTION_PAGE }))
    return http.get(`/api/v1/dataset/related/owners?q=${q}`, { signal })
  },
})

/** Connections by name, as sources of datasets. */
export const connectionPages = (search: string): Pages<{ id: number; database_name: string }> => ({
  key: ['dataset-connections', search],
  read: (page, signal) =>
    readList(
      {
        resource: 'database',
        columns: ['id', 'database_name'],
        filters: search === '' ? [] : [{ col: 'database_name', opr: 'ct', value: search }],
        orderColumn: 'database_name',
        page,
        pageSize: OPTION_PAGE,
      },
      signal,
    ),
})

/** Columns of the source as stored: of its table or of its query. */
export const storedSource = (id: number, signal: AbortSignal): Promise<readonly SourceColumn[]> =>
  http.get(`/datasource/external_metadata/table/${id}/`, { signal })

/** Columns of another table than the stored one. */
export function tableSource(
  dataset: WireDataset,
  table: { readonly schema: string | null; readonly tableName: string },
  signal: AbortSignal,
): Promise<readonly SourceColumn[]> {
  const q = encodeRison({
    database_name: dataset.database.database_name,
    catalog_name: dataset.catalog,
    schema_name: table.schema,
    table_name: table.tableName,
  })
  return http.get(`/datasource/external_metadata_by_name/?q=${encodeURIComponent(q)}`, { signal })
}

interface Answer {
  readonly columns: readonly SourceColumn[]
}

/** Columns of a query that is not stored: it runs for one row. */
export async function querySource(
  dataset: WireDataset,
  query: { readonly sql: string; readonly schema: string | null; readonly templateParams: string },
  signal: AbortSignal,
): Promise<readonly SourceColumn[]> {
  const body = {
    database_id: dataset.database.id,
    catalog: dataset.catalog,
    schema: query.schema,
    sql: query.sql,
    templateParams: query.templateParams === '' ? null : query.templateParams,
    queryLimit: 1,
    runAsync: false,
    client_id: randomUuid().slice(0, 11),
    select_as_cta: false,
    expand_data: false,
    json: true,
    tab: 'Dataset',
    tmp_table_name: '',
    ctas_method: 'TABLE',
  }
  const { columns } = await http.post<Answer>('/api/v1/sqllab/execute/', body, { signal })
  return columns.map(({ column_name, type, type_generic, is_dttm }) => ({
    column_name,
    type,
    type_generic,
    is_dttm,
    isRough: true,
  }))
}
