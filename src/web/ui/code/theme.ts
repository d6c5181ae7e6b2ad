import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const look = EditorView.theme({
  '&': { height: '100%', background: 'var(--surface)', color: 'var(--text)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', fontFeatureSettings: '"calt" 0' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-gutters': { background: 'var(--surface)', color: 'var(--text-3)', border: 'none', fontSize: '11px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 6px 0 8px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 2px', cursor: 'pointer' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--hover) 75%, transparent)' },
  '.cm-activeLineGutter': { background: 'transparent', color: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--select)',
  },
  '.cm-selectionMatch': { background: 'var(--accent-soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent-line)',
  },
  '.cm-statement': { width: '2px', margin: '0 4px 0 3px', height: '100%', background: 'var(--line-strong)' },
  '.cm-statement.is-current': { background: 'var(--accent)' },
  '.cm-statement.is-failed': { background: 'var(--danger)' },
  '.cm-function': { color: 'var(--sql-fn)' },
  '.cm-jinja, .cm-jinja *': { color: 'var(--sql-tpl) !important', fontStyle: 'normal', fontWeight: '400' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    background: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-3)',
    boxShadow: 'var(--shadow-2)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12px', maxHeight: '260px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '24px',
    padding: '0 8px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--select)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-text)', fontWeight: '600' },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionDetail': {
    flex: 'none',
    marginLeft: 'auto',
    paddingLeft: '16px',
    color: 'var(--text-3)',
    fontStyle: 'normal',
    fontFamily: 'var(--font-ui)',
    fontSize: '11px',
  },
  '.cm-completion-sign': {
    width: '18px',
    flex: 'none',
    textAlign: 'center',
    color: 'var(--text-3)',
    fontSize: '9px',
    fontWeight: '500',
  },
  '.cm-completionInfo': { padding: '8px 12px', fontFamily: 'var(--font-ui)', fontSize: '12px', maxWidth: '280px' },
  '.cm-diagnostic': {
    borderLeft: '3px solid var(--danger)',
    padding: '6px 10px',
    fontFamily: 'var(--font-ui)',
    fontSize: '12px',
  },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panels input, .cm-panels button': { fontFamily: 'var(--font-ui)', fontSize: '12px' },
  '.cm-textfield': {
    background: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-2)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    background: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-2)',
  },
  '.cm-searchMatch': { background: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch.cm-searchMatch-selected': { background: 'var(--select)', outline: '2px solid var(--accent)' },
  '.cm-foldPlaceholder': { background: 'var(--sunken)', border: '1px solid var(--line)', color: 'var(--text-3)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.modifier], color: 'var(--sql-kw)', fontWeight: '500' },
  { tag: tags.typeName, color: 'var(--sql-kw)' },
  { tag: tags.string, color: 'var(--sql-str)' },
  { tag: tags.special(tags.string), color: 'var(--text)' },
  { tag: tags.number, color: 'var(--sql-num)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--sql-com)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation, tags.separator], color: 'var(--sql-op)' },
])

export const editorLook = [look, syntaxHighlighting(colours)]
