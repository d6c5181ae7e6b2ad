import type { EngineOfRow } from '../../../gateway/engines-of.ts'

/** State of the SQL editor as the specification names it (section 3). */

export type RunState =
  | 'started'
  | 'stopped'
  | 'failed'
  | 'pending'
  | 'running'
  | 'scheduled'
  | 'success'
  | 'fetching'
  | 'timed_out'

export interface EditorTab {
  readonly id: string
  /** Id of the copy on the server, null while the tab is held only by this browser. */
  readonly tabViewId: number | null
  /** Id of the saved query the tab is linked to. */
  readonly remoteId: number | null
  readonly dbId: number | null
  readonly catalog: string | null
  readonly schema: string | null
  readonly name: string
  readonly sql: string
  readonly selectedText: string | null
  readonly autorun: boolean
  /** JSON text. */
  readonly templateParams: string | null
  readonly queryLimit: number | null
  readonly maxRow: number | null
  readonly latestQueryId: string | null
  readonly hideLeftBar: boolean
  readonly cursorPosition: number
  readonly northPercent: number
  readonly southPercent: number
  readonly updatedAt: number
  /** False for a tab of which only the name has come from the server. */
  readonly loaded: boolean
  readonly inLocalStorage: boolean
  /** Clock of the copy that the server has confirmed, to see what is unsaved there. */
  readonly syncedAt: number
  /** Which revision of the text the server had before it was changed here; null when that is not known. */
  readonly seenRevision?: number | null
  /** The settings that the server had before they were changed here; null when they are not known. */
  readonly seenSettings?: TabSettings | null
  /** Id of the server's copy before the tab was closed or lost there, for what is kept of it. */
  readonly formerTabViewId?: number | null
  /** The text as it was last saved under its label, null when never. */
  readonly savedSql: string | null
  /** What was changed while only the name was here; it is changed again when the tab has come from the server. */
  readonly changedAhead?: ChangedAhead | null
}

/** What of a tab is changed apart from its text. */
export type TabSettings = Pick<
  EditorTab,
  'name' | 'dbId' | 'catalog' | 'schema' | 'queryLimit' | 'hideLeftBar' | 'autorun'
>

interface ChangedAhead {
  readonly at: number
  readonly change: Partial<Omit<EditorTab, 'id'>>
}

export interface ResultColumn {
  readonly column_name: string
  readonly type: string | null
  readonly type_generic: number | null
  readonly is_dttm: boolean
}

export interface QueryError {
  readonly message: string
  readonly error_type: string
  readonly level?: string
  readonly extra: Readonly<Record<string, unknown>> | null
}

export interface QueryResults {
  readonly status: string
  readonly columns: readonly ResultColumn[]
  /** Rows that came with the answer; empty when they are read by pages. */
  readonly data: readonly Readonly<Record<string, unknown>>[]
}

export interface QueryRecord {
  readonly id: string
  readonly serverId: number | null
  readonly sqlEditorId: string
  readonly tab: string
  readonly dbId: number | null
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string
  readonly executedSql: string | null
  readonly state: RunState
  readonly results: QueryResults | null
  readonly rows: number | null
  readonly limitingFactor: string | null
  readonly tempSchema: string | null
  readonly tempTable: string | null
  readonly ctas: boolean
  readonly resultsKey: string | null
  readonly errors: readonly QueryError[]
  readonly errorMessage: string | null
  readonly link: string | null
  readonly startDttm: number
  readonly endDttm: number | null
  readonly progress: number
  readonly cached: boolean
  readonly isDataPreview: boolean
  readonly changedOn: number
  readonly extra: Readonly<Record<string, unknown>>
  readonly queryLimit: number | null
  readonly columns: readonly ResultColumn[]
  readonly runAsync: boolean
  /** True while the server has the run under no tab: the tab was held only by this browser. */
  readonly inLocalStorage: boolean
  /** Where the statement began in the tab's text, to show the place of an error. */
  readonly sqlFrom: number | null
}

export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly longType: string
  readonly comment: string | null
  readonly keys: readonly { readonly type: string; readonly name?: string | null }[]
}

export interface TableEntry {
  readonly id: string
  readonly serverId: number | null
  readonly dbId: number
  readonly queryEditorId: string
  readonly catalog: string | null
  readonly schema: string | null
  readonly name: string
  readonly expanded: boolean
  readonly dataPreviewQueryId: string | null
  readonly initialized: boolean
  readonly inLocalStorage: boolean
  readonly columns: readonly TableColumn[]
  readonly selectStar: string | null
  readonly primaryKey: unknown
  readonly foreignKeys: readonly unknown[]
  readonly indexes: readonly unknown[]
}

export interface EditorDatabase extends EngineOfRow {
  readonly id: number
  readonly database_name: string
  readonly allow_ctas: boolean
  readonly allow_cvas: boolean
  readonly allow_dml: boolean
  readonly allow_run_async: boolean
  readonly allow_multi_catalog: boolean
  readonly allows_cost_estimate?: boolean
  readonly disable_data_preview: boolean
}

export interface UnsavedEditor extends Partial<Omit<EditorTab, 'id'>> {
  readonly id?: string
}

export interface ClosedTab {
  readonly editor: EditorTab
  readonly closedAt: number
  /** Where it stood among the tabs. */
  readonly place?: number
  /** A tab that another place removed is kept here instead of being lost. */
  readonly reason: 'closed' | 'gone'
  /** The runs of the tab, which come back with it. */
  readonly queries?: readonly QueryRecord[]
}

export interface EditorState {
  readonly queryEditors: readonly EditorTab[]
  /** The working copy of the active tab: only what differs from the list. */
  readonly unsavedQueryEditor: UnsavedEditor
  readonly tabHistory: readonly string[]
  readonly tables: readonly TableEntry[]
  readonly queries: Readonly<Record<string, QueryRecord>>
  readonly databases: Readonly<Record<string, EditorDatabase>>
  readonly destroyedQueryEditors: Readonly<Record<string, DestroyedEditor>>
  readonly activeSouthPaneTab: string
  readonly queriesLastUpdate: number
  readonly offline: boolean
  readonly editorTabLastUpdatedAt: number
  readonly lastUpdatedActiveTab: string
  readonly closedTabs: readonly ClosedTab[]
}

interface DestroyedEditor {
  readonly at: number
  readonly tabViewId: number | null
}

export const emptyEditorState: EditorState = {
  queryEditors: [],
  unsavedQueryEditor: {},
  tabHistory: [],
  tables: [],
  queries: {},
  databases: {},
  destroyedQueryEditors: {},
  activeSouthPaneTab: 'Results',
  queriesLastUpdate: 0,
  offline: false,
  editorTabLastUpdatedAt: 0,
  lastUpdatedActiveTab: '',
  closedTabs: [],
}

export const activeTabId = (state: EditorState): string | null => state.tabHistory.at(-1) ?? null

/** A tab as the user sees it: the list's copy under the unsaved one. The same object as long as neither changes. */
export function findEditor(state: EditorState, id: string | null): EditorTab | null {
  const saved = state.queryEditors.find((editor) => editor.id === id)
  if (saved === undefined) return null
  return state.unsavedQueryEditor.id === id ? mergedEditor(saved, state.unsavedQueryEditor) : saved
}

const merged = new WeakMap<UnsavedEditor, { readonly saved: EditorTab; readonly editor: EditorTab }>()

function mergedEditor(saved: EditorTab, unsaved: UnsavedEditor): EditorTab {
  const known = merged.get(unsaved)
  if (known?.saved === saved) return known.editor
  const editor = { ...saved, ...unsaved, id: saved.id }
  merged.set(unsaved, { saved, editor })
  return editor
}

/** Where a tab looks for tables. */
export type TreePlace = Pick<EditorTab, 'id' | 'dbId' | 'catalog' | 'schema'>

/** Whether nothing but the name of a tab has come from the server. */
export const isNameOnly = (editor: EditorTab): boolean => !editor.loaded && editor.sql === ''

export const activeEditor = (state: EditorState): EditorTab | null => findEditor(state, activeTabId(state))

export const allEditors = (state: EditorState): readonly EditorTab[] =>
  state.queryEditors.map((editor) => findEditor(state, editor.id) ?? editor)
