import { activeEditor, allEditors, type EditorDatabase, type EditorState, type EditorTab } from './state.ts'

const UNTITLED = /^Untitled Query (\d+)$/
const FIRST_SQL = 'SELECT ...'
const NOT_PERSISTED_WARNING = '-- This query is kept only in this browser. Save it to keep it.\n\n'
const DEFAULT_NORTH_PERCENT = 42

export interface EditorSettings {
  readonly defaultDbId: number | null
  readonly defaultQueryLimit: number
  readonly maxRow: number
  readonly isPersisted: boolean
}

/** 'Untitled Query N', N one more than the highest in use. */
export function nextUntitledName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(UNTITLED.exec(name)?.[1] ?? 0))
  return `Untitled Query ${Math.max(0, ...numbers) + 1}`
}

export const copyName = (name: string): string => `Copy of ${name}`

/** The configured database, else the one with the lowest id. */
export function defaultDatabaseId(databases: Readonly<Record<string, EditorDatabase>>, configured: number | null) {
  if (configured !== null && databases[configured] !== undefined) return configured
  const ids = Object.values(databases).map((database) => database.id)
  return ids.length === 0 ? null : Math.min(...ids)
}

/** Tabs that were opened before the databases were known have the one that they would have had. */
export function withFirstDatabase(state: EditorState, settings: EditorSettings): EditorState {
  const dbId = defaultDatabaseId(state.databases, settings.defaultDbId)
  const isWithout = (editor: EditorTab) => editor.dbId === null && editor.tabViewId === null
  if (dbId === null || !state.queryEditors.some(isWithout)) return state
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) => (isWithout(editor) ? { ...editor, dbId } : editor)),
  }
}

/** A tab that takes database, schema and limit from the active one. */
export function newEditor(
  state: EditorState,
  settings: EditorSettings,
  given: Partial<EditorTab> & { readonly id: string },
  now: number,
): EditorTab {
  const model = activeEditor(state)
  const sql = given.sql ?? (settings.isPersisted ? FIRST_SQL : NOT_PERSISTED_WARNING + FIRST_SQL)
  return {
    tabViewId: null,
    remoteId: null,
    dbId: model?.dbId ?? defaultDatabaseId(state.databases, settings.defaultDbId),
    catalog: model?.catalog ?? null,
    schema: model?.schema ?? null,
    name: nextUntitledName(allEditors(state).map((editor) => editor.name)),
    sql,
    selectedText: null,
    autorun: false,
    templateParams: null,
    queryLimit: model?.queryLimit ?? settings.defaultQueryLimit,
    maxRow: settings.maxRow,
    latestQueryId: null,
    hideLeftBar: model?.hideLeftBar ?? false,
    cursorPosition: sql.length,
    northPercent: model?.northPercent ?? DEFAULT_NORTH_PERCENT,
    southPercent: model?.southPercent ?? 100 - DEFAULT_NORTH_PERCENT,
    updatedAt: now,
    loaded: true,
    inLocalStorage: true,
    syncedAt: 0,
    savedSql: null,
    ...given,
  }
}
