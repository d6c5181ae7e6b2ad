import { z } from 'zod'
import { Problem } from '../../../wire/problem.ts'
import { databaseRoutes } from '../../database/contract.ts'
import { queryRoutes } from '../../query/contract.ts'
import { sqllabRoutes } from '../../sqllab/contract.ts'
import { tableOf } from '../rows.ts'
import { type Desk, defineTool, id, type Json, listQ, paging, partOf, pick, recordsOf, type Tool } from '../tool.ts'

const MAX_ROWS = 1000
const MAX_NAMES = 500
const MAX_SQL = 100_000
const name = (what: string) => z.string().min(1).max(250).optional().describe(what)
const databaseId = id('Number of the database, from list_databases')
const catalog = name('Catalog of the schema, for engines that have several')
const schema = name('Schema of the table; the default one of the database without it')

const listDatabases = defineTool({
  name: 'list_databases',
  title: 'List databases',
  description: 'Databases that the user may ask, with the SQL dialect of each.',
  input: z.strictObject(paging),
  uses: [databaseRoutes.list],
  effect: 'reads',
  run: async (input, desk) => {
    const reply = await desk.ask(databaseRoutes.list, { q: listQ(input, ['database_name', 'ct']) })
    return {
      count: reply['count'],
      databases: recordsOf(reply).map((one) =>
        pick(one, { id: 'id', name: 'database_name', engine: 'backend', allows_changes: 'allow_dml' }),
      ),
    }
  },
})

const listSchemas = defineTool({
  name: 'list_schemas',
  title: 'List schemas',
  description: 'Schemas of a database in which the user may read something.',
  input: z.strictObject({ database_id: databaseId, catalog }),
  uses: [databaseRoutes.schemas],
  effect: 'reads',
  run: async (input, desk) => ({ schemas: await schemasOf(desk, input) }),
})

async function schemasOf(desk: Desk, at: { database_id: number; catalog?: string | undefined }): Promise<string[]> {
  const q = at.catalog === undefined ? {} : { catalog: at.catalog }
  const { result } = await desk.ask(databaseRoutes.schemas, { params: { id: String(at.database_id) }, q })
  return Array.isArray(result) ? result.map(String) : []
}

const listTables = defineTool({
  name: 'list_tables',
  title: 'List tables',
  description: 'Tables and views of a schema that the user may read.',
  input: z.strictObject({
    database_id: databaseId,
    schema: name('Which schema; needed where the database has several'),
    catalog,
    search: z.string().max(250).optional().describe('Only those whose name has this text in it'),
  }),
  uses: [databaseRoutes.tables, databaseRoutes.schemas],
  effect: 'reads',
  run: async (input, desk) => {
    const schema = input.schema ?? (await onlySchema(desk, input))
    const q = { schema_name: schema, ...(input.catalog === undefined ? {} : { catalog_name: input.catalog }) }
    const reply = await desk.ask(databaseRoutes.tables, { params: { id: String(input.database_id) }, q })
    const wanted = input.search?.toLowerCase() ?? ''
    const tables = recordsOf(reply).filter((one) => String(one['value']).toLowerCase().includes(wanted))
    return {
      schema,
      count: tables.length,
      tables: tables.slice(0, MAX_NAMES).map((one) => pick(one, { name: 'value', kind: 'type', rows: 'rows' })),
    }
  },
})

async function onlySchema(desk: Desk, at: { database_id: number; catalog?: string | undefined }): Promise<string> {
  const schemas = await schemasOf(desk, at)
  const [only] = schemas
  if (only !== undefined && schemas.length === 1) return only
  throw new Problem(400, `Name a schema: ${schemas.slice(0, MAX_NAMES).join(', ') || 'there is none for this user'}`)
}

const describeTable = defineTool({
  name: 'describe_table',
  title: 'Describe a table',
  description: 'Columns, types and keys of a table or view in a database.',
  input: z.strictObject({ database_id: databaseId, table: z.string().min(1).max(250), schema, catalog }),
  uses: [databaseRoutes.tableMetadata],
  effect: 'reads',
  run: async ({ database_id, table, schema, catalog }, desk) => {
    const query = { name: table, ...(schema && { schema }), ...(catalog && { catalog }) }
    const one = await desk.ask(databaseRoutes.tableMetadata, { params: { id: String(database_id) }, query })
    return {
      ...pick(one, { name: 'name', comment: 'comment' }),
      columns: recordsOf(one, 'columns').map((column) =>
        pick(column, { name: 'name', type: 'longType', is_nullable: 'nullable', comment: 'comment' }),
      ),
      primary_key: partOf(one, 'primaryKey')['constrained_columns'],
      foreign_keys: recordsOf(one, 'foreignKeys').map((key) =>
        pick(key, {
          columns: 'column_names',
          schema: 'referred_schema',
          table: 'referred_table',
          referred_columns: 'referred_columns',
        }),
      ),
    }
  },
})

const RunSql = z.strictObject({
  database_id: databaseId,
  sql: z
    .string()
    .min(1)
    .max(MAX_SQL)
    .describe('In the dialect of the database; the rows of the last statement come back'),
  schema: name('Schema of names without one'),
  catalog,
  row_limit: z.int().min(1).max(MAX_ROWS).default(100),
})

const runSql = defineTool({
  name: 'run_sql',
  title: 'Run SQL',
  description:
    'Runs SQL on a database as the SQL editor would: reading only, unless the database allows changes. Rights on tables and rows hold. The run is in the query history of the user.',
  input: RunSql,
  uses: [sqllabRoutes.execute],
  effect: 'changes',
  run: async (input, desk) => {
    const clientId = `mcp${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`
    const stop = () =>
      void desk.ask(queryRoutes.stop, { body: { client_id: clientId } }).catch(() => {
        // It ended by itself, or the user may not stop it: either way its time limit ends it.
      })
    desk.signal.throwIfAborted()
    desk.signal.addEventListener('abort', stop, { once: true })
    try {
      return rowsOf(await desk.ask(sqllabRoutes.execute, { body: bodyOf(input, clientId) }), input.row_limit)
    } finally {
      desk.signal.removeEventListener('abort', stop)
    }
  },
})

const bodyOf = ({ database_id, sql, schema, catalog, row_limit }: z.output<typeof RunSql>, client_id: string) => ({
  database_id,
  sql,
  client_id,
  ...(schema && { schema }),
  ...(catalog && { catalog }),
  // One more than is shown tells that there are more.
  queryLimit: row_limit + 1,
  runAsync: false,
})

function rowsOf(reply: Json, limit: number): Json {
  if (reply['status'] === 'stopped') throw new Problem(400, 'The run was stopped.')
  const columns = recordsOf(reply, 'columns').map((column) => ({
    name: String(column['column_name'] ?? column['name']),
    type: String(column['type'] ?? ''),
  }))
  return { ...tableOf(columns, recordsOf(reply, 'data'), limit) }
}

export const dataTools: readonly Tool[] = [listDatabases, listSchemas, listTables, describeTable, runSql]
