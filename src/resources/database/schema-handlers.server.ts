import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { databaseRoutes as routes } from './contract.ts'
import { decodedName } from './decoded-name.ts'
import { findDatabase } from './find.server.ts'
import { schemasOf, tablesOf } from './schema.server.ts'
import { validateSql } from './validate-sql.server.ts'

/** The calls that look into a database: schemas, tables, functions, faults of SQL. */
export function schemaEndpoints(services: Services): Endpoint[] {
  const find = ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
    findDatabase(services, params.id, caller)
  return [
    objectEndpoint(routes.catalogs, {
      find,
      handle: async (_, _caller, row) => ({ result: await (await services.gateway.open(row)).driver.catalogs() }),
    }),
    objectEndpoint(routes.schemas, {
      find,
      handle: async ({ q }, caller, row) => ({ ...(await schemasOf(services, row, caller, q ?? {})) }),
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
