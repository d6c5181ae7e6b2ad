import { type EditorState, StateField } from '@codemirror/state'
import { type EditorView, GutterMarker, gutter } from '@codemirror/view'
import { type StatementRange, statementAt, statementRanges } from '../model/statements.ts'

/** Cutting a longer text at every keystroke would be felt. */
const MAX_MARKED_CHARACTERS = 400_000

const rangesField = StateField.define<readonly StatementRange[]>({
  create: rangesOf,
  update: (ranges, transaction) => (transaction.docChanged ? rangesOf(transaction.state) : ranges),
})

function rangesOf(state: EditorState): readonly StatementRange[] {
  return state.doc.length > MAX_MARKED_CHARACTERS ? [] : statementRanges(state.doc.toString())
}

class StatementMarker extends GutterMarker {
  readonly className: string
  constructor(className: string) {
    super()
    this.className = className
  }
  override eq(other: StatementMarker) {
    return other.className === this.className
  }
  override toDOM() {
    const bar = document.createElement('div')
    bar.className = this.className
    return bar
  }
}

const plain = new StatementMarker('cm-statement')
const current = new StatementMarker('cm-statement is-current')

/** A bar beside every statement; the one that Run would send is accented. */
export const statementGutter = [
  rangesField,
  gutter({
    class: 'cm-statements',
    lineMarker: (view, line) => markerAt(view, line.from, line.to),
    lineMarkerChange: (update) => update.docChanged || update.selectionSet,
  }),
]

function markerAt(view: EditorView, from: number, to: number): GutterMarker | null {
  const ranges = view.state.field(rangesField)
  const range = ranges.find((entry) => entry.from <= to && entry.to >= from)
  if (range === undefined) return null
  return range === statementAt(ranges, view.state.selection.main.head) ? current : plain
}

export interface StatementPlace {
  readonly number: number
  readonly count: number
}

/** Which statement the cursor is in, counted from one. */
export function statementPlace(state: EditorState): StatementPlace {
  const ranges = state.field(rangesField, false) ?? []
  const range = statementAt(ranges, state.selection.main.head)
  return { number: range === null ? 0 : ranges.indexOf(range) + 1, count: ranges.length }
}
