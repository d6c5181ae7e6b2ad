import type { GenericType } from '../../query/generic-type.ts'
import { http } from '../data/http.ts'
import { risonParam, said } from './api.ts'
import type { EditorTab, RunState } from './model/state.ts'

export interface SavedQuery {
  readonly id: number
  readonly label: string
  readonly description: string | null
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string
  readonly template_parameters: string | null
  readonly database: { readonly id: number; readonly database_name: string } | null
  readonly changed_on_delta_humanized?: string
}

export interface Permalink {
  readonly dbId: number
  readonly name: string
  readonly sql: string
  readonly schema: string | null
  readonly catalog: string | null
  readonly autorun: boolean
  readonly templateParams: string | null
}

export interface RunRecord {
  readonly id: number
  readonly client_id: string
  readonly sql: string
  readonly executed_sql: string | null
  readonly status: RunState
  readonly start_time: number | string | null
  readonly end_time: number | string | null
  readonly rows: number | null
  readonly tab_name: string | null
  readonly database?: { readonly database_name: string } | null
}

interface Item<T> {
  readonly id: number
  readonly result: T
}

interface List<T> {
  readonly count: number
  readonly result: readonly T[]
}

/** A description or a database of null is left as it is. */
const savedQueryBody = (editor: EditorTab, label: string, description: string | null) => ({
  label,
  ...(description === null ? {} : { description }),
  ...(editor.dbId === null ? {} : { db_id: editor.dbId }),
  catalog: editor.catalog,
  schema: editor.schema,
  sql: editor.sql,
  template_parameters: editor.templateParams,
})

export const savedApi = {
  create: (editor: EditorTab, label: string, description: string | null) =>
    http.post<Item<unknown>>('/api/v1/saved_query/', savedQueryBody(editor, label, description)),
  /** `info` is what a scheduler outside reads. */
  schedule: (editor: EditorTab, label: string, description: string, info: Readonly<Record<string, unknown>>) =>
    http.post<Item<unknown>>('/api/v1/saved_query/', {
      ...savedQueryBody(editor, label, description),
      extra_json: JSON.stringify({ schedule_info: info }),
    }),
  update: (id: number, editor: EditorTab, label: string, description: string | null) =>
    http.put<Item<unknown>>(`/api/v1/saved_query/${id}`, savedQueryBody(editor, label, description)),
  read: (id: number) => http.get<Item<SavedQuery>>(`/api/v1/saved_query/${id}`).then((answer) => answer.result),
  list: (page: number) =>
    http.get<List<SavedQuery>>(
      `/api/v1/saved_query/?q=${risonParam({ order_column: 'changed_on_delta_humanized', order_direction: 'desc', page, page_size: 50 })}`,
    ),
  readRun: (id: number) =>
    http
      .get<
        Item<{
          readonly sql: string
          readonly tab_name: string
          readonly schema: string | null
          readonly database: { readonly id: number }
        }>
      >(`/api/v1/query/${id}`)
      .then((answer) => answer.result),
  runsOfTab: (editorId: string) =>
    http.get<List<RunRecord>>(
      `/api/v1/query/?q=${risonParam({
        filters: [{ col: 'sql_editor_id', opr: 'eq', value: editorId }],
        order_column: 'start_time',
        order_direction: 'desc',
        page: 0,
        page_size: 50,
      })}`,
    ),
  readPermalink: (key: string) =>
    http
      .get<Permalink>(`/api/v1/sqllab/permalink/${encodeURIComponent(key)}`)
      .then((link) => ({ ...link, sql: said(link.sql) })),
  createPermalink: (link: Permalink) =>
    http.post<{ readonly url: string }>('/api/v1/sqllab/permalink', link).then(({ url }) => said(url)),
  createDataset: (body: Readonly<Record<string, unknown>>) =>
    http.post<{ readonly id: number }>('/api/v1/dataset/', body),
  /** The columns of a dataset, with the kind of what is in each. */
  readColumns: (id: number) =>
    http
      .get<Item<{ readonly columns: readonly { readonly column_name: string; readonly type_generic: GenericType }[] }>>(
        `/api/v1/dataset/${id}`,
      )
      .then(({ result }) =>
        result.columns.map((column) => ({ name: column.column_name, generic: column.type_generic })),
      ),
  readDataset: (id: number) =>
    http
      .get<
        Item<{
          readonly name: string
          readonly schema: string | null
          readonly database: { readonly id: number }
          readonly select_star: string | null
        }>
      >(
        `/api/v1/dataset/${id}?q=${risonParam({ keys: ['none'], columns: ['name', 'schema', 'database.id', 'select_star'] })}`,
      )
      .then((answer) => answer.result),
}
