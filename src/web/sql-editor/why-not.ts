import type { useText } from '../ui/text.ts'
import type { EditorTab } from './model/state.ts'
import { isBlankSql } from './model/statements.ts'
import { editorStore } from './store.ts'

/** Why the statement of a tab cannot be run; undefined when it can. */
export function whyNot(editor: EditorTab, t: ReturnType<typeof useText>): string | undefined {
  if (editor.dbId === null) return t('Choose a database first')
  return isBlankSql(editor.sql) ? t('There is no statement to run') : undefined
}

/** Why the cost of a tab's text cannot be estimated; undefined when it can. */
export function whyNoEstimate(editor: EditorTab, t: ReturnType<typeof useText>): string | undefined {
  if (editor.dbId === null) return t('Choose a database first')
  const database = editorStore.getState().databases[editor.dbId]
  return database?.allows_cost_estimate === true ? undefined : t('The connection of this database does not offer it')
}
