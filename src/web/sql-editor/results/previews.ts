import { queryClient } from '../../data/query-client.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { api } from '../api.ts'
import { catalogQueries } from '../catalog.ts'
import { runActive } from '../commands.ts'
import { replacePreview } from '../model/queries.ts'
import { textAgain } from '../model/run-text.ts'
import { type EditorTab, findEditor, type QueryRecord, type TableEntry, type TreePlace } from '../model/state.ts'
import { addTable, changeTable, findTable, removeTable } from '../model/tables.ts'
import { runPreview, runText } from '../runner.ts'
import { change, editorStore } from '../store.ts'
import { newEntry } from '../tree/use-tree.ts'

const PREVIEW_ROWS = 100

export const previewTabId = (table: Pick<TableEntry, 'id'>): string => `preview:${table.id}`

/** Opens a table beside the results and reads its first rows. */
export async function openPreview({ id }: TreePlace, schema: string, name: string): Promise<void> {
  const editor = findEditor(editorStore.getState(), id)
  if (editor === null || editor.dbId === null) return
  const place = { dbId: editor.dbId, queryEditorId: editor.id, catalog: editor.catalog, schema, name }
  if (findTable(editorStore.getState(), place) === null) {
    change((state) => addTable(state, { ...newEntry(place), expanded: false }))
  }
  const table = findTable(editorStore.getState(), place)
  if (table === null) return
  change((state) => ({ ...state, activeSouthPaneTab: previewTabId(table) }))
  try {
    const metadata = await queryClient.fetchQuery(
      catalogQueries.table({ dbId: editor.dbId, catalog: editor.catalog, schema, name }),
    )
    change((state) => changeTable(state, table.id, { columns: metadata.columns, selectStar: metadata.selectStar }))
    runTablePreview(editor, table.id, metadata.selectStar)
  } catch {
    toast.danger(text('An error occurred while fetching table metadata'))
  }
}

/** Runs what ran, or what has become of it under the cursor; for the rows of a table, reads them again. */
export function runAgain(query: QueryRecord): void {
  const state = editorStore.getState()
  const editor = findEditor(state, query.sqlEditorId)
  const table = state.tables.find(({ dataPreviewQueryId }) => dataPreviewQueryId === query.id)
  if (editor === null) return
  if (query.isDataPreview) {
    if (table !== undefined) runTablePreview(editor, table.id, table.selectStar ?? query.sql)
    return
  }
  const again = query.ctas ? null : textAgain(editor.sql, query)
  if (again === null) runActive('statement')
  else runText(editor.id, again)
}

/** Reads the rows of a preview again, where the table is; the new query takes the place of the old one. */
export function runTablePreview(editor: EditorTab, tableId: string, sql: string): void {
  const table = editorStore.getState().tables.find((entry) => entry.id === tableId)
  if (table === undefined) return
  const { dbId, catalog, schema, dataPreviewQueryId: before } = table
  const id = runPreview({ ...editor, dbId, catalog, schema }, sql, PREVIEW_ROWS)
  change((state) =>
    before === null ? changeTable(state, tableId, { dataPreviewQueryId: id }) : replacePreview(state, before, id),
  )
}

/** Takes a table away from its tab, with its rows beside the results. */
export function closePreview(table: TableEntry): void {
  change((state) => ({
    ...removeTable(state, table.id),
    activeSouthPaneTab: state.activeSouthPaneTab === previewTabId(table) ? 'Results' : state.activeSouthPaneTab,
  }))
  if (table.serverId === null) return
  api.deleteTable(table.serverId).catch(() => toast.danger(text('An error occurred while removing the table')))
}
