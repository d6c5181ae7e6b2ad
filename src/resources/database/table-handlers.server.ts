import type { Services } from '../../gateway/services.server.ts'
import { canReadSchema } from '../../metadata/access.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { databaseRoutes as routes } from './contract.ts'
import { findDatabase } from './find.server.ts'
import { noTable, tableMetadata, tableOf } from './schema.server.ts'
import { selectStar } from './select-star.ts'

type Database = Row<'databases'>
interface Asked {
  readonly table: string
  readonly schema: string | null
  readonly catalog: string | null
}

/** The calls that describe one table. */
export function tableEndpoints(services: Services): Endpoint[] {
  const find = ({ params }: { readonly params: { readonly id: string } }, caller: Caller) =>
    findDatabase(services, Number(params.id), caller)
  return [
    objectEndpoint(routes.tableMetadata, {
      find: ({ params, query }, caller) => findForTable(services, params.id, query.name, caller),
      handle: ({ query }, caller, row) => described(services, row, caller, asked(query)),
    }),
    objectEndpoint(routes.tableExtra, {
      find: ({ params, query }, caller) => findForTable(services, params.id, query.name, caller),
      handle: ({ query }, caller, row) => extraOf(services, row, caller, asked(query)),
    }),
    objectEndpoint(routes.oldTable, {
      find,
      handle: ({ params }, caller, row) => described(services, row, caller, { ...params, catalog: null }),
    }),
    objectEndpoint(routes.oldTableExtra, {
      find,
      handle: ({ params }, caller, row) => extraOf(services, row, caller, { ...params, catalog: null }),
    }),
    objectEndpoint(routes.selectStar, {
      find,
      handle: ({ params }, caller, row) => starOf(services, row, caller, { ...params, schema: null, catalog: null }),
    }),
    objectEndpoint(routes.selectStarInSchema, {
      find,
      handle: ({ params }, caller, row) => starOf(services, row, caller, { ...params, catalog: null }),
    }),
  ]
}

const asked = (query: { name?: string | undefined; schema?: string | undefined; catalog?: string | undefined }) => ({
  table: query.name ?? '',
  schema: query.schema || null,
  catalog: query.catalog || null,
})

async function described(services: Services, row: Database, caller: Caller, name: Asked) {
  const found = await tableOf(services, row, caller, name)
  if (!found) throw noTable()
  return tableMetadata(services, row, found, name.schema)
}

async function extraOf(services: Services, row: Database, caller: Caller, name: Asked) {
  const found = await tableOf(services, row, caller, name)
  if (!found && !canReadSchema(caller, row, name.catalog, name.schema)) throw noTable()
  return found?.view ? { view: found.view } : {}
}

async function starOf(services: Services, row: Database, caller: Caller, name: Asked) {
  const found = await tableOf(services, row, caller, name)
  if (!found) throw notFound('Table not found on the database')
  const { dialect } = await services.gateway.open(row)
  return { result: selectStar(dialect, name.schema, found.name, []) }
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
