import { isolateHistory } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { EditorSelection, EditorState, type SelectionRange } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useText } from '../../ui/text.ts'
import { cursorOf, type EditorHooks, editorExtensions } from './extensions.ts'
import { smallestChange } from './smallest-change.ts'

export interface ErrorMark {
  readonly from: number
  readonly to: number
  readonly message: string
}

interface CodeEditorProps {
  readonly tabId: string
  readonly sql: string
  readonly cursorPosition: number
  /** What is selected, ending at the cursor. */
  readonly selectedText: string | null
  readonly hooks: EditorHooks
  readonly errors: readonly ErrorMark[]
  /** Receives the view, to insert texts and to go to places. */
  readonly onView: (view: EditorView | null) => void
}

/** States outlive the component that made them, so what they call is kept beside them. */
const current: { hooks: EditorHooks | null } = { hooks: null }
const IDLE: EditorHooks = {
  onChange: () => {},
  onCursor: () => {},
  onRun: () => {},
  onFormat: () => {},
  onStop: () => false,
  catalog: () => null,
}

/** Text, undo history and cursor of tabs that are not shown. */
const resting = new Map<string, EditorState>()
const MAX_RESTING = 100

export function CodeEditor({ tabId, sql, cursorPosition, selectedText, hooks, errors, onView }: CodeEditorProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  current.hooks = hooks
  const label = t('SQL text')

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab begins with what it holds at that moment
  useEffect(() => {
    if (host.current === null) return
    const rested = resting.get(tabId)
    const state =
      rested ??
      freshState(
        sql,
        selectionOf(sql, cursorPosition, selectedText),
        editorExtensions(() => current.hooks ?? IDLE, label),
      )
    const made = new EditorView({ state, parent: host.current })
    view.current = made
    onView(made)
    hooks.onCursor(cursorOf(made.state))
    made.focus()
    return () => {
      rest(tabId, made.state)
      onView(null)
      made.destroy()
      view.current = null
    }
  }, [tabId])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const change = smallestChange(editor.state.doc.toString(), sql)
    if (change !== null) editor.dispatch({ changes: change, annotations: isolateHistory.of('full') })
  }, [sql])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const length = editor.state.doc.length
    const diagnostics = errors
      .filter((error) => error.from <= length)
      .map((error) => ({
        from: error.from,
        to: Math.min(error.to, length),
        severity: 'error' as const,
        message: error.message,
      }))
    editor.dispatch(setDiagnostics(editor.state, diagnostics))
  }, [errors])

  return <div ref={host} className="sql-code" />
}

function selectionOf(sql: string, cursor: number, selected: string | null): SelectionRange {
  const to = Math.min(cursor, sql.length)
  const from = to - (selected?.length ?? 0)
  return sql.slice(from, to) === selected ? EditorSelection.range(from, to) : EditorSelection.cursor(to)
}

const freshState = (sql: string, selection: SelectionRange, extensions: ReturnType<typeof editorExtensions>) =>
  EditorState.create({ doc: sql, selection: EditorSelection.create([selection]), extensions })

function rest(tabId: string, state: EditorState): void {
  resting.delete(tabId)
  resting.set(tabId, state)
  const oldest = resting.keys().next().value
  if (resting.size > MAX_RESTING && oldest !== undefined) resting.delete(oldest)
}
