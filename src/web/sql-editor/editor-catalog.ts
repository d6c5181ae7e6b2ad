import { queryClient } from '../data/query-client.ts'
import { catalogQueries } from './catalog.ts'
import type { Catalog } from './editor/completion.ts'
import { columnSign } from './model/column-sign.ts'
import type { EditorTab } from './model/state.ts'

/** What completion may ask about the database of a tab. */
export function editorCatalog(editor: EditorTab | null): Catalog | null {
  if (editor === null || editor.dbId === null) return null
  const { dbId, catalog } = editor
  const schemas = () => queryClient.fetchQuery(catalogQueries.schemas(dbId, catalog))
  const schemaOr = async (schema: string | null) => schema ?? editor.schema ?? (await schemas()).usual
  return {
    schemas: async () => (await schemas()).names,
    tables: async (asked) => {
      const schema = await schemaOr(asked)
      if (schema === null) return []
      const tables = await queryClient.fetchQuery(catalogQueries.tables({ dbId, catalog, schema }))
      return tables.map((table) => ({ name: table.value, isView: table.type !== 'table' }))
    },
    columns: async (table) => {
      const dot = table.lastIndexOf('.')
      const schema = await schemaOr(dot === -1 ? null : table.slice(0, dot))
      if (schema === null) return []
      const place = { dbId, catalog, schema, name: table.slice(dot + 1) }
      const metadata = await queryClient.fetchQuery(catalogQueries.table(place))
      return metadata.columns.map((column) => ({
        ...column,
        sign: columnSign(column.type),
        isKey: column.keys.some((key) => key.type === 'pk' || key.type === 'fk'),
      }))
    },
    functions: () => queryClient.fetchQuery(catalogQueries.functions(dbId)),
  }
}
