import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { queryClient } from '../../data/query-client.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { api } from '../api.ts'
import { catalogQueries, readSchemas, readTables, type TableName } from '../catalog.ts'
import type { TableEntry, TreePlace } from '../model/state.ts'
import { addTable, collapseTable, expandTable, findTable } from '../model/tables.ts'
import {
  type FlatRow,
  type LoadedColumns,
  type LoadedTables,
  PAGE_TABLES,
  tableKey,
  treeRows,
} from '../model/tree-rows.ts'
import { change, editorStore, freshId, useEditor } from '../store.ts'

interface Opened {
  readonly schemas: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/** A search looks into so many schemas, opened or not: each is one call. */
const MOST_SEARCHED = 20

/** The rows of the tree for a tab's database, and what opening and refreshing them does. */
export function useTree(editor: TreePlace, search: string) {
  const client = useQueryClient()
  const dbId = editor.dbId ?? 0
  const [opened, setOpened] = useState<Opened>({ schemas: new Set(), closed: new Set() })
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  const schemasQuery = useQuery({ ...catalogQueries.schemas(dbId, editor.catalog), enabled: editor.dbId !== null })
  const schemas = schemasQuery.data?.names ?? []
  const openSchemas = useMemo(() => {
    const open = new Set(opened.schemas)
    const chosen = editor.schema ?? (schemas.length === 1 ? (schemas[0] ?? null) : null)
    if (chosen !== null && !opened.closed.has(chosen)) open.add(chosen)
    return open
  }, [opened, editor.schema, schemas])
  const isSearched = search.trim() !== ''
  const wanted = schemas.filter((schema, place) => openSchemas.has(schema) || (isSearched && place < MOST_SEARCHED))
  const tableQueries = useQueries({
    queries: wanted.map((schema) => catalogQueries.tables({ dbId, catalog: editor.catalog, schema })),
  })
  useQuery({ ...catalogQueries.uploaded(dbId), enabled: editor.dbId !== null && can('can_upload', 'Database') })
  const entries = useEditor((state) => state.tables).filter(
    (table) => table.queryEditorId === editor.id && table.dbId === editor.dbId && table.expanded,
  )
  const columnQueries = useQueries({
    queries: entries.map((entry) =>
      catalogQueries.table({ dbId, catalog: entry.catalog, schema: entry.schema ?? '', name: entry.name }),
    ),
  })
  const tables = new Map<string, LoadedTables>(
    wanted.map((schema, place) => [schema, loadedTables(tableQueries[place])]),
  )
  const columns = new Map<string, LoadedColumns>(
    entries.map((entry, place) => [tableKey(entry.schema ?? '', entry.name), loadedColumns(columnQueries[place])]),
  )
  const openTables = new Set(columns.keys())
  const rows = treeRows({ schemas, openSchemas, openTables, tables, columns, shown, search })
  return {
    rows,
    schemas: schemasQuery,
    tables,
    toggle: (row: FlatRow) => toggle(row, editor, setOpened),
    showMore: (schema: string, before: number) => setShown((pages) => new Map(pages).set(schema, before + PAGE_TABLES)),
    refresh: async () => {
      client.setQueryData(
        catalogQueries.schemas(dbId, editor.catalog).queryKey,
        await readSchemas(dbId, editor.catalog, true),
      )
      for (const schema of wanted) await refreshSchema(schema)
      await client.invalidateQueries({ queryKey: ['sql-editor', 'table', dbId] })
      await client.invalidateQueries({ queryKey: catalogQueries.uploaded(dbId).queryKey })
    },
    refreshSchema,
  }

  async function refreshSchema(schema: string): Promise<void> {
    const place = { dbId, catalog: editor.catalog, schema }
    client.setQueryData(catalogQueries.tables(place).queryKey, await readTables(place, true))
  }
}

type Answer<T> = { readonly data?: T | undefined; readonly isError: boolean } | undefined

function loadedTables(query: Answer<readonly TableName[]>): LoadedTables {
  const tables = (query?.data ?? []).map((table) => ({
    name: table.value,
    isView: table.type !== 'table',
    rows: table.rows ?? null,
  }))
  return { state: stateOf(query), tables }
}

function loadedColumns(query: Answer<{ readonly columns: LoadedColumns['columns'] }>): LoadedColumns {
  return { state: stateOf(query), columns: query?.data?.columns ?? [] }
}

function stateOf(query: Answer<unknown>): 'loading' | 'failed' | 'ready' {
  if (query?.data !== undefined) return 'ready'
  return query?.isError === true ? 'failed' : 'loading'
}

function toggle(row: FlatRow, editor: TreePlace, setOpened: (by: (before: Opened) => Opened) => void): void {
  const { node } = row
  if (node.kind === 'schema') {
    setOpened((before) => {
      const schemas = new Set(before.schemas)
      const closed = new Set(before.closed)
      if (row.isExpanded) {
        schemas.delete(node.schema)
        closed.add(node.schema)
      } else {
        schemas.add(node.schema)
        closed.delete(node.schema)
      }
      return { schemas, closed }
    })
  }
  if (node.kind === 'table') toggleTable(editor, node.schema, node.table, row.isExpanded)
}

/** Opening a table makes an entry of the tab, which the server keeps too. */
function toggleTable(editor: TreePlace, schema: string, name: string, isExpanded: boolean): void {
  if (editor.dbId === null) return
  const place = { dbId: editor.dbId, queryEditorId: editor.id, catalog: editor.catalog, schema, name }
  if (!isExpanded) {
    queryClient
      .fetchQuery(catalogQueries.table({ ...place, dbId: editor.dbId }))
      .catch(() => toast.danger(text('An error occurred while fetching table metadata')))
  }
  const known = findTable(editorStore.getState(), place)
  if (known === null) {
    change((state) => addTable(state, newEntry(place)))
    return
  }
  change((state) => (isExpanded ? collapseTable(state, known.id) : expandTable(state, known.id)))
  if (known.serverId === null) return
  api
    .expandTable(known.serverId, !isExpanded)
    .catch(() =>
      toast.danger(
        text(
          isExpanded ? 'An error occurred while collapsing the table' : 'An error occurred while expanding the table',
        ),
      ),
    )
}

export const newEntry = (
  place: Pick<TableEntry, 'dbId' | 'queryEditorId' | 'catalog' | 'schema' | 'name'>,
): TableEntry => ({
  ...place,
  id: freshId(),
  serverId: null,
  expanded: true,
  dataPreviewQueryId: null,
  initialized: true,
  inLocalStorage: true,
  columns: [],
  selectStar: null,
  primaryKey: null,
  foreignKeys: [],
  indexes: [],
})
