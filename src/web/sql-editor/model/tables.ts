import type { EditorState, TableEntry } from './state.ts'

/** Opens a table for a tab; a table that is open already is expanded again. */
export function addTable(state: EditorState, table: TableEntry): EditorState {
  const known = state.tables.find((entry) => isSameTable(entry, table))
  if (known === undefined) return { ...state, tables: [table, ...state.tables] }
  return changeTable(state, known.id, { ...table, id: known.id, serverId: known.serverId, expanded: true })
}

export const expandTable = (state: EditorState, id: string): EditorState => changeTable(state, id, { expanded: true })
export const collapseTable = (state: EditorState, id: string): EditorState =>
  changeTable(state, id, { expanded: false })

export function changeTable(state: EditorState, id: string, change: Partial<TableEntry>): EditorState {
  return { ...state, tables: state.tables.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)) }
}

export const removeTable = (state: EditorState, id: string): EditorState => ({
  ...state,
  tables: state.tables.filter((entry) => entry.id !== id),
})

export function findTable(
  state: EditorState,
  place: Pick<TableEntry, 'dbId' | 'queryEditorId' | 'catalog' | 'schema' | 'name'>,
): TableEntry | null {
  return state.tables.find((entry) => isSameTable(entry, place)) ?? null
}

/** Whether two entries are of one table in one tab. */
export const isSameTable = (
  a: Pick<TableEntry, 'dbId' | 'queryEditorId' | 'catalog' | 'schema' | 'name'>,
  b: Pick<TableEntry, 'dbId' | 'queryEditorId' | 'catalog' | 'schema' | 'name'>,
): boolean =>
  a.dbId === b.dbId &&
  a.queryEditorId === b.queryEditorId &&
  a.catalog === b.catalog &&
  a.schema === b.schema &&
  a.name === b.name
