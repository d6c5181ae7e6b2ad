import { encodeRison } from '../../wire/rison.ts'
import { http, type RequestOptions } from '../data/http.ts'
import type { Cell } from '../ui/grid/cell.ts'
import { setClock } from './clock.ts'
import { CLIENT_ID_LENGTH, clientId } from './model/client-id.ts'
import { parseExactJson } from './model/exact-json.ts'
import type { EditorDatabase, EditorTab, TableEntry } from './model/state.ts'
import { settingsOnWire, tabFields } from './model/sync-plan.ts'
import type { TemplateParams } from './model/template-params.ts'
import type { WireQuery, WireTab } from './model/wire.ts'

export interface EditorBootstrap {
  readonly tab_state_ids: readonly { readonly id: number; readonly label: string }[]
  readonly active_tab: WireTab | null
  readonly databases: Readonly<Record<string, EditorDatabase>>
}

export interface ExecuteBody {
  readonly client_id: string
  readonly database_id: number
  readonly runAsync: boolean
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string
  readonly sql_editor_id: string
  readonly tab: string
  readonly tmp_table_name: string
  readonly select_as_cta: boolean
  readonly ctas_method: 'TABLE' | 'VIEW'
  readonly templateParams: string | null
  readonly queryLimit: number | null
  readonly expand_data: boolean
}

export interface ExecuteAnswer {
  readonly status?: string
  readonly query?: WireQuery
  readonly data?: readonly Readonly<Record<string, Cell>>[]
  readonly columns?: readonly unknown[]
  /** What a run that failed says beside its query. */
  readonly error?: string
  readonly errors?: readonly unknown[]
}

export interface ResultPage {
  readonly columns: readonly unknown[]
  readonly row_count: number
  readonly is_complete: boolean
  readonly rows: readonly (readonly Cell[])[]
}

/** An earlier text of a tab that the server keeps: why, when it was typed (ISO text in UTC) and how it begins. */
export interface EarlierText {
  readonly number: number
  readonly written_on: string
  readonly reason: 'overwritten' | 'late' | 'removed'
  readonly preview: string
}

interface SaveAnswer {
  /** Of the text on the server; null where it did not say. */
  readonly revision: number | null
  /** Whether a text gave way that had not been seen here. */
  readonly hasOverwritten: boolean
}

/** What this page is to the server: it has seen what it wrote itself, whether or not the answer came. */
const PLACE = clientId(crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH)))

/** Every call of the screen, in the words of the wire. */
export const api = {
  bootstrap: async (): Promise<EditorBootstrap> => {
    const answer = await http.raw('GET', '/api/v1/sqllab/')
    setClock(answer.headers.get('date'))
    return ((await answer.json()) as { readonly result: EditorBootstrap }).result
  },

  /** The query string of the page travels along, for templates that read it. */
  execute: (body: ExecuteBody, pageSearch: string, signal?: AbortSignal) =>
    http.post<ExecuteAnswer>(`/api/v1/sqllab/execute/${pageSearch}`, { json: true, ...body }, { signal }),
  updatedSince: (lastUpdatedMs: number, signal: AbortSignal) =>
    http
      .get<{ readonly result: readonly WireQuery[] }>(
        `/api/v1/query/updated_since?q=${risonParam({ last_updated_ms: lastUpdatedMs })}`,
        { signal, quiet: true },
      )
      .then((answer) => answer.result),
  resultPage: (key: string, offset: number, limit: number, signal: AbortSignal) =>
    readExactly<ResultPage>(
      `/api/v1/sqllab/results/?q=${risonParam({ key, rows: limit, offset, as_page: true })}`,
      signal,
    ),
  stop: (clientId: string) => http.post('/api/v1/query/stop', { client_id: clientId }),
  exportPath: (clientId: string) => `/api/v1/sqllab/export/${encodeURIComponent(clientId)}/`,

  createTab: (editor: EditorTab) =>
    sendForm<{ readonly id: number }>('POST', '/tabstateview/', { queryEditor: editorOnWire(editor) }),
  earlierTexts: (id: number) =>
    http.get<{ readonly result: readonly EarlierText[] }>(`/tabstateview/${id}/earlier/`).then(({ result }) => result),
  earlierText: (id: number, number: number) =>
    http
      .get<{ readonly result: { readonly sql: string; readonly template_params: string | null } }>(
        `/tabstateview/${id}/earlier/${number}`,
      )
      .then(({ result }) => result),
  readTab: (id: number) => http.get<WireTab>(`/tabstateview/${id}`),
  saveTab: async (
    id: number,
    editor: EditorTab,
    latestQueryId: string | null,
    options?: RequestOptions,
  ): Promise<SaveAnswer> => {
    const { seenRevision = null, seenSettings = null } = editor
    const base = seenSettings && settingsOnWire(seenSettings)
    const seen = { sightline_place: PLACE, sightline_seen: seenRevision, sightline_base: base }
    const { headers } = await postForm(
      'PUT',
      `/tabstateview/${id}`,
      { ...tabFields(editor, latestQueryId), ...seen },
      options,
    )
    const revision = headers.get('x-sightline-revision')
    return {
      revision: revision === null ? null : Number(revision),
      hasOverwritten: headers.get('x-sightline-kept') === 'overwritten',
    }
  },
  saveLatestRun: (id: number, queryId: string) => sendForm('PUT', `/tabstateview/${id}`, { latest_query_id: queryId }),
  linkSavedQuery: (id: number, savedQueryId: number | null) =>
    sendForm('PUT', `/tabstateview/${id}`, { saved_query_id: savedQueryId }),
  activateTab: (id: number) => http.post(`/tabstateview/${id}/activate`),
  migrateQuery: (id: number, queryId: string) => sendForm('POST', `/tabstateview/${id}/migrate_query`, { queryId }),
  deleteTab: (id: number) => http.delete(`/tabstateview/${id}`),
  deleteTabQuery: (id: number, queryId: string) =>
    http.delete(`/tabstateview/${id}/query/${encodeURIComponent(queryId)}`),

  createTable: (tabViewId: number, table: TableEntry) =>
    sendForm<{ readonly id: number }>('POST', '/tableschemaview/', {
      table: { ...tableOnWire(table), queryEditorId: tabViewId },
    }),
  expandTable: (id: number, expanded: boolean) => sendForm('POST', `/tableschemaview/${id}/expanded`, { expanded }),
  deleteTable: (id: number) => http.delete(`/tableschemaview/${id}`),

  estimate: (body: EstimateBody) =>
    http
      .post<{ readonly result: readonly Readonly<Record<string, string>>[] }>('/api/v1/sqllab/estimate/', body)
      .then((answer) => listed(answer.result)),
  format: (sql: string, databaseId: number | null, templateParams: string | null) =>
    http
      .post<{ readonly result: string }>('/api/v1/sqllab/format_sql/', {
        sql,
        ...(databaseId === null ? {} : { database_id: databaseId }),
        ...(templateParams === null ? {} : { template_params: templateParams }),
      })
      .then((answer) => said(answer.result)),
}

export interface EstimateBody {
  readonly database_id: number
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string
  readonly template_params: TemplateParams
}

/** A text that an answer holds. What answers in the server's place may hold anything, which must not become a text. */
export function said(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('the answer holds no text')
  return value
}

function listed<T>(value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError('the answer holds no list')
  return value
}

export const risonParam = (value: unknown): string => encodeURIComponent(encodeRison(value))

/** Decimals and long integers of a result come through with every digit. */
async function readExactly<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await http.raw('GET', path, null, { signal })
  return parseExactJson(await response.text()) as T
}

/** The tab calls take forms in which every value is JSON text. */
async function sendForm<T>(
  method: 'POST' | 'PUT',
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<T> {
  const response = await postForm(method, path, fields)
  return (await response.json()) as T
}

function postForm(
  method: 'POST' | 'PUT',
  path: string,
  fields: Readonly<Record<string, unknown>>,
  options?: RequestOptions,
): Promise<Response> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, JSON.stringify(value))
  return http.raw(method, path, body, options)
}

const editorOnWire = (editor: EditorTab) => ({
  id: editor.id,
  name: editor.name,
  dbId: editor.dbId,
  catalog: editor.catalog,
  schema: editor.schema,
  sql: editor.sql,
  queryLimit: editor.queryLimit,
  hideLeftBar: editor.hideLeftBar,
  remoteId: editor.remoteId,
  templateParams: editor.templateParams,
  autorun: editor.autorun,
  sightline_key: editor.id,
  sightline_place: PLACE,
  sightline_former: editor.formerTabViewId ?? null,
})

const tableOnWire = (table: TableEntry) => ({
  dbId: table.dbId,
  catalog: table.catalog,
  schema: table.schema,
  name: table.name,
  columns: table.columns,
  selectStar: table.selectStar,
  primaryKey: table.primaryKey,
  foreignKeys: table.foreignKeys,
  indexes: table.indexes,
  dataPreviewQueryId: table.dataPreviewQueryId,
})
