import { HttpError } from '../data/http.ts'
import { writeClipboard } from '../ui/clipboard.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { isRunningLike } from './model/queries.ts'
import { type EditorSelection, selectedOrAll, textToRun } from './model/run-text.ts'
import { activeEditor, type EditorTab, findEditor, type QueryRecord } from './model/state.ts'
import { parseTemplateParams } from './model/template-params.ts'
import { type CreateTableAs, runText, stopRunning } from './runner.ts'
import { savedApi } from './saved-api.ts'
import { editorStore, tabActions } from './store.ts'
import { viewStore } from './view-store.ts'

const selection = (): EditorSelection => viewStore.getState().cursor ?? { from: 0, to: 0 }

export function latestQuery(editor: EditorTab | null): QueryRecord | null {
  const id = editor?.latestQueryId ?? null
  return id === null ? null : (editorStore.getState().queries[id] ?? null)
}

/** Runs what Run means at this moment: selected text, statement under the cursor, or everything. */
export function runActive(mode: 'statement' | 'all', ctas: CreateTableAs | null = null): void {
  const editor = activeEditor(editorStore.getState())
  const latest = latestQuery(editor)
  if (editor === null || (latest !== null && isRunningLike(latest.state))) return
  const toRun = textToRun(editor.sql, selection(), mode)
  if (toRun === null) toast.info(text('There is no statement to run'))
  else runText(editor.id, toRun, ctas)
}

/** Answers whether there was something to stop. */
export function stopActive(): boolean {
  const latest = latestQuery(activeEditor(editorStore.getState()))
  if (latest === null || !isRunningLike(latest.state)) return false
  void stopRunning(latest)
  return true
}

export async function formatActive(): Promise<void> {
  const editor = activeEditor(editorStore.getState())
  if (editor === null) return
  const { from, to } = selection()
  const chosen = selectedOrAll(editor.sql, { from, to })
  try {
    const formatted = await api.format(chosen, editor.dbId, editor.templateParams)
    if (findEditor(editorStore.getState(), editor.id)?.sql !== editor.sql) {
      toast.info(text('The text has changed meanwhile and was left as it is'))
      return
    }
    const isWhole = chosen === editor.sql
    tabActions.setSql(editor.id, isWhole ? formatted : editor.sql.slice(0, from) + formatted + editor.sql.slice(to))
  } catch (error) {
    toast.danger(messageOf(error))
  }
}

/** Shows or hides the tables beside the active tab; the tab remembers it. */
export function toggleTables(): void {
  const editor = activeEditor(editorStore.getState())
  if (editor !== null) tabActions.set(editor.id, { hideLeftBar: !editor.hideLeftBar })
}

/** The estimate, or the reason why there is none, is kept for the tab. */
export async function estimateActive(): Promise<void> {
  const editor = activeEditor(editorStore.getState())
  if (editor === null || editor.dbId === null) return
  const keep = (entry: {
    completed: boolean
    cost: readonly Readonly<Record<string, string>>[]
    error: string | null
  }) => viewStore.setState((state) => ({ estimates: { ...state.estimates, [editor.id]: entry } }))
  keep({ completed: false, cost: [], error: null })
  try {
    const cost = await api.estimate({
      database_id: editor.dbId,
      catalog: editor.catalog,
      schema: editor.schema,
      sql: selectedOrAll(editor.sql, selection()),
      template_params: parseTemplateParams(editor.templateParams) ?? {},
    })
    keep({ completed: true, cost, error: null })
  } catch (error) {
    keep({ completed: false, cost: [], error: messageOf(error) })
  }
}

/** A saved query is shared by its number, anything else by a link that holds a copy. */
export async function shareActive(): Promise<void> {
  const editor = activeEditor(editorStore.getState())
  if (editor === null || editor.dbId === null) return
  try {
    const isSavedAsIs = editor.remoteId !== null && editor.savedSql === editor.sql
    const url = isSavedAsIs
      ? `${location.origin}/sqllab/?id=${editor.remoteId}`
      : await savedApi.createPermalink({
          dbId: editor.dbId,
          name: editor.name,
          sql: editor.sql,
          schema: editor.schema,
          catalog: editor.catalog,
          autorun: false,
          templateParams: editor.templateParams,
        })
    await copyText(url)
  } catch (error) {
    toast.danger(messageOf(error))
  }
}

/** Copies, and says whether it could. */
export async function copyText(copied: string): Promise<void> {
  if (await writeClipboard(copied)) toast.success(text('Copied to clipboard!'))
  else toast.danger(text('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
}

export const messageOf = (error: unknown): string =>
  error instanceof HttpError ? error.message : text('Sorry, an error occurred')
