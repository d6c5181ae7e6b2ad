import { queryClient } from '../../data/query-client.ts'
import type { MenuItem } from '../../ui/menu-item.ts'
import type { Translate } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { catalogQueries } from '../catalog.ts'
import { copyText } from '../commands.ts'
import type { TreePlace } from '../model/state.ts'
import { findTable } from '../model/tables.ts'
import type { FlatRow } from '../model/tree-rows.ts'
import { closePreview, openPreview } from '../results/previews.ts'
import { editorStore, tabActions } from '../store.ts'
import { insertText, openDialog } from '../view-store.ts'
import { removableTable } from './uploaded-tables.ts'

/** What can be done with a schema, a table or a column. */
export function rowMenu(
  row: FlatRow,
  editor: TreePlace,
  t: Translate,
  onRefresh: (schema: string) => void,
): readonly MenuItem[] {
  const { node } = row
  switch (node.kind) {
    case 'schema':
      return [
        { label: t('Use this schema'), onSelect: () => tabActions.set(editor.id, { schema: node.schema }) },
        { label: t('Refresh'), onSelect: () => onRefresh(node.schema) },
        { label: t('Copy name'), onSelect: () => void copyText(node.schema) },
      ]
    case 'table':
      return [
        { label: t('Preview data'), onSelect: () => void openPreview(editor, node.schema, node.table) },
        { label: t('Insert name'), onSelect: () => insertText(node.table) },
        { label: t('Select all columns'), onSelect: () => void insertSelectStar(editor, node.schema, node.table, t) },
        'divider',
        { label: t('Copy name'), onSelect: () => void copyText(node.table) },
        { label: t('Copy SELECT statement'), onSelect: () => void copySelectStar(editor, node.schema, node.table, t) },
        { label: t('Refresh'), onSelect: () => onRefresh(node.schema) },
        ...removal(editor, node.schema, node.table, t),
        ...deletion(editor, node.schema, node.table, t),
      ]
    case 'column':
      return [
        { label: t('Insert name'), onSelect: () => insertText(node.column.name) },
        { label: t('Copy name'), onSelect: () => void copyText(node.column.name) },
      ]
    case 'note':
    case 'more':
      return []
  }
}

/** A table that was opened or looked at in a tab is kept with it until it is removed. */
function removal(editor: TreePlace, schema: string, name: string, t: Translate): readonly MenuItem[] {
  const { id, dbId, catalog } = editor
  const entry = findTable(editorStore.getState(), { dbId: dbId ?? 0, queryEditorId: id, catalog, schema, name })
  return entry === null ? [] : ['divider', { label: t('Remove from the tab'), onSelect: () => closePreview(entry) }]
}

function deletion(editor: TreePlace, schema: string, name: string, t: Translate): readonly MenuItem[] {
  const { dbId } = editor
  const table = removableTable(editor, schema, name)
  if (dbId === null || table === null) return []
  const onSelect = () => openDialog({ kind: 'removeTable', dbId, table })
  return ['divider', { label: t('Delete the table'), danger: true, onSelect }]
}

const selectStar = (editor: TreePlace, schema: string, name: string): Promise<string> =>
  queryClient
    .fetchQuery(catalogQueries.table({ dbId: editor.dbId ?? 0, catalog: editor.catalog, schema, name }))
    .then((table) => table.selectStar)

async function insertSelectStar(editor: TreePlace, schema: string, name: string, t: Translate): Promise<void> {
  try {
    insertText(`${await selectStar(editor, schema, name)};\n`)
  } catch {
    toast.danger(t('An error occurred while fetching table metadata'))
  }
}

async function copySelectStar(editor: TreePlace, schema: string, name: string, t: Translate): Promise<void> {
  try {
    await copyText(await selectStar(editor, schema, name))
  } catch {
    toast.danger(t('An error occurred while fetching table metadata'))
  }
}
