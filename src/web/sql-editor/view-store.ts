import type { EditorView } from '@codemirror/view'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Cell, GridColumn } from '../ui/grid/cell.ts'
import type { UploadedTable } from './catalog.ts'
import type { CursorInfo } from './editor/extensions.ts'
import { placeStatement } from './model/place-statement.ts'

export type OpenDialog =
  | { readonly kind: 'save' }
  | { readonly kind: 'saveAsNew' }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'dataset'; readonly sql: string }
  | { readonly kind: 'templateParams' }
  | { readonly kind: 'rename'; readonly editorId: string }
  | { readonly kind: 'createTable'; readonly method: 'TABLE' | 'VIEW' }
  | { readonly kind: 'removeTable'; readonly dbId: number; readonly table: UploadedTable }
  | { readonly kind: 'savedQueries' }
  | { readonly kind: 'versions' }
  | { readonly kind: 'earlier'; readonly editorId: string }
  | { readonly kind: 'cell'; readonly column: GridColumn; readonly value: Cell }

interface CostEstimate {
  readonly completed: boolean
  readonly cost: readonly Readonly<Record<string, string>>[]
  readonly error: string | null
}

interface ViewState {
  readonly cursor: CursorInfo | null
  readonly dialog: OpenDialog | null
  readonly isExplorerOpen: boolean
  readonly explorerColumn: number
  readonly treeWidth: number
  /** The statement that the user chose to see, by query. */
  readonly shownStatements: Readonly<Record<string, number>>
  /** Tabs that could not be fetched. */
  readonly failedTabs: readonly string[]
  /** By tab. */
  readonly estimates: Readonly<Record<string, CostEstimate>>
}

const TREE_PX = 248

/** What concerns only how this page looks at the moment; nothing of it is kept. */
export const viewStore = createStore<ViewState>(() => ({
  cursor: null,
  dialog: null,
  isExplorerOpen: false,
  explorerColumn: 0,
  treeWidth: TREE_PX,
  shownStatements: {},
  estimates: {},
  failedTabs: [],
}))

/** In place of a statement's number: the list of all of them. */
export const ALL_STATEMENTS = -1

export const showStatement = (queryId: string, place: number): void => {
  viewStore.setState((state) => ({ shownStatements: { ...state.shownStatements, [queryId]: place } }))
}

export const useView = <T>(select: (state: ViewState) => T): T => useStore(viewStore, select)
export const openDialog = (dialog: OpenDialog | null): void => viewStore.setState({ dialog })
export const showEarlier = (editorId: string): void => openDialog({ kind: 'earlier', editorId })

/** An estimate is of the text as it was. */
export function forgetEstimate(editorId: string): void {
  const { estimates } = viewStore.getState()
  if (!(editorId in estimates)) return
  const { [editorId]: _forgotten, ...rest } = estimates
  viewStore.setState({ estimates: rest })
}

/** The CodeMirror view of the shown tab, for commands that insert or go to a place. */
export const codeView: { current: EditorView | null } = { current: null }

export function insertText(text: string): void {
  const view = codeView.current
  if (view === null) return
  view.dispatch(view.state.replaceSelection(text))
  view.focus()
}

/** Shows a statement in the text of the tab, and adds it below all others where it is not there. */
export function putStatement(sql: string): void {
  const view = codeView.current
  if (view === null) return
  const { doc } = view.state
  const { insert, at, from } = placeStatement(doc.toString(), sql)
  if (insert !== '') view.dispatch({ changes: { from: at, to: doc.length, insert } })
  goTo(from, from + sql.length)
}

export function goTo(from: number, to: number): void {
  const view = codeView.current
  if (view === null) return
  const length = view.state.doc.length
  view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true })
  view.focus()
}
