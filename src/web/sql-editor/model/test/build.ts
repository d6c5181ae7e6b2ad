import { newEditor } from '../new-editor.ts'
import type { QueryStart } from '../queries.ts'
import { type EditorState, type EditorTab, emptyEditorState, type TableEntry } from '../state.ts'

export const settings = { defaultDbId: null, defaultQueryLimit: 1000, maxRow: 100_000, isPersisted: true }

export const editor = (id: string, given: Partial<EditorTab> = {}): EditorTab =>
  newEditor(emptyEditorState, settings, { id, name: id, ...given }, 0)

export const stateWith = (editors: readonly EditorTab[], given: Partial<EditorState> = {}): EditorState => ({
  ...emptyEditorState,
  queryEditors: editors,
  tabHistory: editors.slice(-1).map((tab) => tab.id),
  ...given,
})

export const queryStart = (id: string, given: Partial<QueryStart> = {}): QueryStart => ({
  id,
  sqlEditorId: 'a',
  tab: 'a',
  dbId: 1,
  catalog: null,
  schema: null,
  sql: 'select 1',
  runAsync: true,
  queryLimit: 1000,
  tempTable: null,
  ctas: false,
  isDataPreview: false,
  inLocalStorage: true,
  sqlFrom: 0,
  ...given,
})

export const table = (id: string, given: Partial<TableEntry> = {}): TableEntry => ({
  id,
  serverId: null,
  dbId: 1,
  queryEditorId: 'a',
  catalog: null,
  schema: 'main',
  name: id,
  expanded: true,
  dataPreviewQueryId: null,
  initialized: true,
  inLocalStorage: true,
  columns: [],
  selectStar: null,
  primaryKey: null,
  foreignKeys: [],
  indexes: [],
  ...given,
})
