import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { sql } from '@codemirror/lang-sql'
import { bracketMatching } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { functionMarks, templateMarks } from './colour-marks.ts'
import { duckDbDialect } from './duckdb-dialect.ts'
import { nameCompletion, type OfferedName } from './name-completion.ts'
import { styleNonce } from './style-nonce.ts'
import { tabCompletes } from './tab-completes.ts'
import { editorLook } from './theme.ts'

export interface CodeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The engine whose SQL is written, by the scheme of its addresses. */
  readonly engine: string
  /** Names that can be completed. */
  readonly names: readonly OfferedName[]
  readonly isReadOnly: boolean
  readonly isWrong: boolean
  readonly describedBy: string | undefined
  readonly hint: string
}

/** Stands around names, where an engine has another mark than the standard's. */
const QUOTES: Readonly<Record<string, string>> = { mysql: '`' }

/** SQL of a few lines inside a form. Tab leaves it, as it leaves any field. */
export function CodeField(props: CodeFieldProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const current = useRef(props)
  current.current = props
  const { value, isWrong, describedBy, isReadOnly } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor lives as long as its state of read-only
  useEffect(() => {
    if (host.current === null) return
    const made = new EditorView({
      state: EditorState.create({ doc: current.current.value, extensions: extensionsOf(() => current.current) }),
      parent: host.current,
    })
    view.current = made
    return () => {
      made.destroy()
      view.current = null
    }
  }, [isReadOnly])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const content = view.current?.contentDOM
    if (!content) return
    content.toggleAttribute('aria-invalid', isWrong)
    if (isWrong) content.setAttribute('aria-invalid', 'true')
    if (describedBy) content.setAttribute('aria-describedby', describedBy)
    else content.removeAttribute('aria-describedby')
  }, [isWrong, describedBy])

  return <div ref={host} className="code-field" />
}

function extensionsOf(props: () => CodeFieldProps): Extension {
  const { engine, isReadOnly, label, hint } = props()
  return [
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    placeholder(hint),
    sql({ dialect: duckDbDialect }),
    autocompletion({ override: [nameCompletion(() => props().names, QUOTES[engine] ?? '"')], icons: false }),
    templateMarks,
    functionMarks,
    editorLook,
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, tabCompletes]),
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props().onChange(update.state.doc.toString())
    }),
  ]
}
