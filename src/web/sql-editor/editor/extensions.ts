import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from '@codemirror/commands'
import { sql } from '@codemirror/lang-sql'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { functionMarks, templateMarks } from '../../ui/code/colour-marks.ts'
import { duckDbDialect } from '../../ui/code/duckdb-dialect.ts'
import { styleNonce } from '../../ui/code/style-nonce.ts'
import { tabCompletes } from '../../ui/code/tab-completes.ts'
import { editorLook } from '../../ui/code/theme.ts'
import { type Catalog, completionSign, sqlCompletion } from './completion.ts'
import { searchPanel } from './search-panel.tsx'
import { type StatementPlace, statementGutter, statementPlace } from './statement-gutter.ts'

export interface CursorInfo {
  readonly from: number
  readonly to: number
  readonly line: number
  readonly column: number
  readonly statement: StatementPlace
}

/** What the editor tells and asks; read at the moment of use, so that it may change between renderings. */
export interface EditorHooks {
  readonly onChange: (sql: string) => void
  readonly onCursor: (cursor: CursorInfo) => void
  readonly onRun: (mode: 'statement' | 'all') => void
  readonly onFormat: () => void
  /** Answers whether something was stopped. */
  readonly onStop: () => boolean
  readonly catalog: () => Catalog | null
}

/** The next and the previous tab; indenting has Tab and Shift+Tab. */
const TAB_KEYS: ReadonlySet<string> = new Set(['Mod-]', 'Mod-['])

export function editorExtensions(hooks: () => EditorHooks, label: string): Extension {
  const run = (mode: 'statement' | 'all') => (view: EditorView) => {
    closeCompletion(view)
    hooks().onRun(mode)
    return true
  }
  return [
    lineNumbers(),
    statementGutter,
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    rectangularSelection(),
    crosshairCursor(),
    highlightSelectionMatches(),
    search({ top: true, createPanel: searchPanel }),
    sql({ dialect: duckDbDialect }),
    autocompletion({
      override: [sqlCompletion(() => hooks().catalog())],
      icons: false,
      addToOptions: [completionSign],
      maxRenderedOptions: 60,
    }),
    templateMarks,
    functionMarks,
    editorLook,
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: run('statement') },
        { key: 'Alt-Enter', run: run('statement') },
        { key: 'Mod-Shift-Enter', run: run('all') },
        { key: 'Mod-/', run: toggleComment },
        {
          key: 'Mod-Shift-f',
          run: () => {
            hooks().onFormat()
            return true
          },
        },
      ]),
    ),
    Prec.low(keymap.of([{ key: 'Escape', run: () => hooks().onStop() }])),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap.filter(({ key }) => !TAB_KEYS.has(key ?? '')),
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      tabCompletes,
      indentWithTab,
    ]),
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    // What is looked for while the focus goes elsewhere would open above that.
    EditorView.domEventHandlers({ blur: (_event, view) => void closeCompletion(view) }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) hooks().onChange(update.state.doc.toString())
      if (update.docChanged || update.selectionSet) hooks().onCursor(cursorOf(update.state))
    }),
  ]
}

export function cursorOf(state: EditorState): CursorInfo {
  const { from, to, head } = state.selection.main
  const line = state.doc.lineAt(head)
  return { from, to, line: line.number, column: head - line.from + 1, statement: statementPlace(state) }
}
