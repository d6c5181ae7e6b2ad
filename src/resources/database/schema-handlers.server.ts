import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { databaseRoutes as routes } from './contract.ts'
import { decodedName } from './decoded-name.ts'
import { findDatabase } from './find.server.ts'
import { noTable, schemasOf, tableMetadata, tableOf, tablesOf } from './schema.server.ts'
import { selectStar } from './select-star.ts'
import { validateSql } from './validate-sql.server.ts'

type Database = Row<'databases'>

/** The calls that look into a database: schemas, tables, columns, functions, faults of SQL. */
export function schemaEndpoints(services: Services): Endpoint[] {
  const find = ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
    findDatabase(services, params.id, caller)
  const findNamed = ({ params }: { readonly params: { readonly id: string } }, caller: Caller) =>
    findDatabase(services, Number(params.id), caller)
  const described = async (
    row: Database,
    caller: Caller,
    table: string,
    schema: string | null,
    catalog: string | null,
  ) => {
    const found = await tableOf(services, row, caller, { catalog, schema, table })
    if (!found) throw noTable()
    return tableMetadata(services, row, found, schema)
  }
  const extraOf = async (
    row: Database,
    caller: Caller,
    table: string,
    schema: string | null,
    catalog: string | null,
  ) => {
    const found = await tableOf(services, row, caller, { catalog, schema, table })
    return found?.view ? { view: found.view } : {}
  }
  const starOf = async (row: Database, caller: Caller, table: string, schema: string | null) => {
    const found = await tableOf(services, row, caller, { catalog: null, schema, table })
    if (!found) throw notFound('Table not found on the database')
    const { dialect } = await services.gateway.open(row)
    return { result: selectStar(dialect, schema, found.name, []) }
  }
  return [
    objectEndpoint(routes.catalogs, {
      find,
      handle: async (_, _caller, row) => ({ result: await (await services.gateway.open(row)).driver.catalogs() }),
    }),
    objectEndpoint(routes.schemas, {
      find,
      handle: async ({ q }, caller, row) => ({ result: await schemasOf(services, row, caller, q ?? {}) }),
    }),
    objectEndpoint(routes.tables, {
      find: async ({ params, q }, caller) => {
        if (q === undefined) throw new Problem(400, "Not a valid rison schema 'schema_name' is a required property")
        const row = await findDatabase(services, params.id, caller)
        if (!row) throw new Problem(404, 'Database not found.', { envelope: 'error' })
        return row
      },
      handle: ({ q }, caller, row) =>
        tablesOf(services, row, caller, q?.catalog_name ?? null, decodedName(q?.schema_name ?? '')),
    }),
    objectEndpoint(routes.tableMetadata, {
      find: ({ params, query }, caller) => findForTable(services, params.id, query.name, caller),
      handle: ({ query }, caller, row) =>
        described(row, caller, query.name ?? '', query.schema || null, query.catalog || null),
    }),
    objectEndpoint(routes.tableExtra, {
      find: ({ params, query }, caller) => findForTable(services, params.id, query.name, caller),
      handle: ({ query }, caller, row) =>
        extraOf(row, caller, query.name ?? '', query.schema || null, query.catalog || null),
    }),
    objectEndpoint(routes.oldTable, {
      find: findNamed,
      handle: ({ params }, caller, row) => described(row, caller, params.table, params.schema, null),
    }),
    objectEndpoint(routes.oldTableExtra, {
      find: findNamed,
      handle: ({ params }, caller, row) => extraOf(row, caller, params.table, params.schema, null),
    }),
    objectEndpoint(routes.selectStar, {
      find: findNamed,
      handle: ({ params }, caller, row) => starOf(row, caller, params.table, null),
    }),
    objectEndpoint(routes.selectStarInSchema, {
      find: findNamed,
      handle: ({ params }, caller, row) => starOf(row, caller, params.table, params.schema),
    }),
    objectEndpoint(routes.functionNames, {
      find,
      handle: async (_, _caller, row) => ({
        function_names: await (await services.gateway.open(row)).driver.functions(),
      }),
    }),
    objectEndpoint(routes.validateSql, {
      find,
      handle: ({ body }, caller, row, { signal }) => validateSql(services, row, body, caller, signal),
    }),
  ]
}

async function findForTable(services: Services, id: number, name: string | undefined, caller: Caller) {
  if (!name)
    throw new Problem(422, 'An error happened when validating the request', {
      type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
      extra: { messages: { name: ['Missing data for required field.'] } },
    })
  const row = await findDatabase(services, id, caller)
  if (!row) throw new Problem(404, 'No such database', { type: 'DATABASE_NOT_FOUND_ERROR' })
  return row
}
