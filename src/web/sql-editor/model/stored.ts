import type { StoredSession } from './local-storage.ts'
import type { ClosedTab, EditorTab, QueryRecord, TableEntry } from './state.ts'

type Kind = 'string' | 'number' | 'boolean'

/** What a tab is where a field of it cannot be read, and of which kind the fields are that may be null. */
const WHOLE: Omit<EditorTab, 'id' | 'sql' | keyof typeof NULLABLE> = {
  name: 'Untitled Query',
  autorun: false,
  hideLeftBar: false,
  cursorPosition: 0,
  northPercent: 42,
  southPercent: 58,
  updatedAt: 1,
  loaded: true,
  inLocalStorage: true,
  syncedAt: 0,
}
const NULLABLE = {
  tabViewId: 'number',
  remoteId: 'number',
  dbId: 'number',
  catalog: 'string',
  schema: 'string',
  selectedText: 'string',
  templateParams: 'string',
  queryLimit: 'number',
  maxRow: 'number',
  latestQueryId: 'string',
  savedSql: 'string',
  seenRevision: 'number',
  formerTabViewId: 'number',
} as const satisfies Partial<Record<keyof EditorTab, Kind>>

/** A tab from the storage of a browser, whatever became of it there; null where it has no text. */
export function storedEditor(value: unknown): EditorTab | null {
  if (!isRecord(value) || !isText(value.id) || !isText(value.sql)) return null
  const whole = Object.entries(WHOLE).map(([name, usual]) => [
    name,
    typeof value[name] === typeof usual ? value[name] : usual,
  ])
  const nullable = Object.entries(NULLABLE).map(([name, kind]) => [
    name,
    typeof value[name] === kind ? value[name] : null,
  ])
  const ahead = isRecord(value.changedAhead) && isRecord(value.changedAhead.change) ? value.changedAhead : null
  return {
    ...Object.fromEntries([...whole, ...nullable]),
    id: value.id,
    sql: value.sql,
    seenSettings: isRecord(value.seenSettings) ? value.seenSettings : null,
    changedAhead: typeof ahead?.at === 'number' ? ahead : null,
  } as EditorTab
}

export const storedEditors = (values: readonly unknown[]): readonly EditorTab[] =>
  values.map(storedEditor).filter((editor) => editor !== null)

/** What else a browser keeps, without what cannot be read; null where nothing was kept. */
export function storedSession(value: unknown): StoredSession | null {
  if (!isRecord(value)) return null
  return {
    version: 1,
    tabHistory: listOf(value.tabHistory).filter(isText),
    tabOrder: listOf(value.tabOrder).filter(isText),
    tables: listOf(value.tables).filter(isTable),
    queries: storedQueries(value.queries),
    destroyedQueryEditors: Object.fromEntries(
      entriesOf(value.destroyedQueryEditors).filter(([, entry]) => isDestroyed(entry)),
    ) as StoredSession['destroyedQueryEditors'],
    activeSouthPaneTab: isText(value.activeSouthPaneTab) ? value.activeSouthPaneTab : 'Results',
    queriesLastUpdate: typeof value.queriesLastUpdate === 'number' ? value.queriesLastUpdate : 0,
    closedTabs: listOf(value.closedTabs).flatMap(storedClosing),
  }
}

const storedQueries = (value: unknown) =>
  Object.fromEntries(entriesOf(value).filter(([, query]) => isQuery(query))) as StoredSession['queries']

function storedClosing(value: unknown): readonly ClosedTab[] {
  const editor = isRecord(value) ? storedEditor(value.editor) : null
  if (editor === null || !isRecord(value)) return []
  const { closedAt, place, reason, queries } = value
  return [
    {
      editor,
      closedAt: typeof closedAt === 'number' ? closedAt : 0,
      ...(typeof place === 'number' ? { place } : {}),
      reason: reason === 'gone' ? 'gone' : 'closed',
      queries: listOf(queries).filter(isQuery),
    },
  ]
}

const isQuery = (value: unknown): value is QueryRecord =>
  isRecord(value) &&
  [value.id, value.state, value.sql, value.sqlEditorId].every(isText) &&
  typeof value.startDttm === 'number' &&
  Array.isArray(value.errors) &&
  Array.isArray(value.columns)

const isTable = (value: unknown): value is TableEntry =>
  isRecord(value) &&
  [value.id, value.name, value.queryEditorId].every(isText) &&
  [value.columns, value.foreignKeys, value.indexes].every(Array.isArray)

const isDestroyed = (value: unknown): boolean =>
  isRecord(value) && (value.tabViewId === null || typeof value.tabViewId === 'number')

const isText = (value: unknown): value is string => typeof value === 'string'
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown) => Object.entries(isRecord(value) ? value : {})
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
