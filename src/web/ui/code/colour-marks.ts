import { syntaxTree } from '@codemirror/language'
import { Decoration, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { sqlKeywords } from './duckdb-dialect.ts'

const TEMPLATE = /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g
const CALL = /\b[A-Za-z_]\w*(?=\()/g
const keywords = new Set(sqlKeywords)

const templateMark = Decoration.mark({ class: 'cm-jinja' })
const functionMark = Decoration.mark({ class: 'cm-function' })

/** Template expressions, which the grammar of SQL does not know. */
export const templateMarks = marked(new MatchDecorator({ regexp: TEMPLATE, decoration: templateMark }))

/** Names before a bracket, outside texts and comments. */
export const functionMarks = marked(
  new MatchDecorator({
    regexp: CALL,
    decorate: (add, from, to, match, view) => {
      const node = syntaxTree(view.state).resolveInner(from, 1).name
      if (/String|Comment/.test(node) || keywords.has(match[0].toLowerCase())) return
      add(from, to, functionMark)
    },
  }),
)

function marked(matcher: MatchDecorator) {
  return ViewPlugin.fromClass(
    class {
      decorations
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view)
      }
      update(update: ViewUpdate) {
        const isParsedFurther = syntaxTree(update.startState) !== syntaxTree(update.state)
        this.decorations = isParsedFurther
          ? matcher.createDeco(update.view)
          : matcher.updateDeco(update, this.decorations)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}
