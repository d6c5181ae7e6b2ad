import { answerQuery } from '../../gateway/chart/answer.server.ts'
import { askContext, noAccess } from '../../gateway/chart/context.server.ts'
import { askRows } from '../../gateway/chart/rows.server.ts'
import { datasetOwners, datasetPayload } from '../../gateway/dataset-payload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type SourceColumn, sourceColumns } from '../../gateway/source-columns.server.ts'
import { canReadDataset, canReadSchema } from '../../metadata/access.server.ts'
import { type DatasetRecord, findDataset } from '../../metadata/datasets.server.ts'
import { GENERIC } from '../../query/generic-type.ts'
import { queryObject } from '../../query/query-object.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { rawJson } from '../../wire/raw.ts'
import { datasourceRoutes as routes } from './contract.ts'
import { samples } from './samples.server.ts'
import { saveDatasource, savedDatasource } from './save.server.ts'

const MAX_VALUES = 10_000

/** Calls on a dataset by type and id (reference: charts-dashboards A.1.10, A.5). */
export function datasourceEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(routes.samples, ({ query, body }, caller, { signal }) => samples(services, query, body, caller, signal)),
    endpoint(routes.get, async ({ params }, caller) => payload(services, await known(services, params, caller))),
    endpoint(routes.save, async ({ body }, caller, context) => {
      const saved = savedDatasource(body)
      const ref = { type: 'table', id: String(saved.id) }
      await known(services, ref, caller)
      await saveDatasource(saved, caller, context)
      return payload(services, await known(services, ref, caller))
    }),
    endpoint(routes.externalMetadata, async ({ params }, caller) => {
      const record = await known(services, params, caller)
      return externalWire(await sourceColumns(services, record.database, record.dataset, caller))
    }),
    endpoint(routes.externalByName, ({ q }, caller) => externalByName(services, q, caller)),
    endpoint(routes.legacyMetadata, async ({ query }, caller) => {
      if (!query.datasourceKey)
        throw new Problem(
          400,
          '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.',
        )
      const [id = '', type = 'table'] = query.datasourceKey.split('__')
      return payload(services, await known(services, { id, type }, caller))
    }),
    endpoint(routes.values, ({ params }, caller, { signal }) => values(services, params, caller, signal)),
    endpoint(routes.validate, async ({ params, body }, caller, { signal }) => ({
      result: await expressionProblems(services, params, body, caller, signal),
    })),
  ]
}

/** A dataset that the caller may read. */
async function known(
  { db }: Services,
  { type, id }: { type: string; id: string },
  caller: Caller,
): Promise<DatasetRecord> {
  const record = type === 'table' && /^\d{1,9}$/.test(id) ? await findDataset(db, Number(id)) : null
  if (!record) throw new Problem(404, 'Datasource does not exist')
  if (!canReadDataset(caller, record.database, record.dataset)) throw noAccess(record, caller)
  return record
}

async function payload(services: Services, record: DatasetRecord) {
  const { dialect } = await services.gateway.open(record.database)
  return datasetPayload(record, await datasetOwners(services.db, record.dataset.id), dialect)
}

const externalWire = (columns: readonly SourceColumn[]) =>
  columns.map(({ name, type, generic, isTemporal }) => ({
    column_name: name,
    name,
    type,
    nullable: true,
    default: null,
    autoincrement: false,
    comment: null,
    type_generic: generic,
    is_dttm: isTemporal,
  }))

async function externalByName(
  services: Services,
  q: {
    database_name: string
    schema_name?: string | null | undefined
    catalog_name?: string | null | undefined
    table_name: string
  },
  caller: Caller,
) {
  const database = await services.db
    .selectFrom('databases')
    .selectAll()
    .where('database_name', '=', q.database_name)
    .executeTakeFirst()
  if (!database) throw new Problem(404, 'Database does not exist')
  const source = { catalog: q.catalog_name ?? null, schema: q.schema_name ?? null, table_name: q.table_name, sql: null }
  if (!canReadSchema(caller, database, source.catalog, source.schema))
    throw new Problem(403, 'Access is Denied', { envelope: 'view' })
  return externalWire(await sourceColumns(services, database, source, caller))
}

async function values(
  services: Services,
  { type, id, column }: { type: string; id: string; column: string },
  caller: Caller,
  signal: AbortSignal,
) {
  if (type !== 'table') throw new Problem(400, `Invalid datasource type: ${type}`)
  const context = await readable(services, caller, id, signal)
  const query = queryObject({ columns: [column], metrics: [], rowLimit: MAX_VALUES, applyFetchValuesPredicate: true })
  const { body, generics } = await askRows(context, query, {
    shape: 'columns',
    force: false,
    formData: null,
    ttlSec: null,
  })
  const inner = Buffer.from(body.buffer, body.byteOffset, body.byteLength).subarray(1, -1)
  if (generics[0] === GENERIC.time && inner.length > 0) return { result: JSON.parse(inner.toString()).map(timeText) }
  return rawJson(
    Buffer.concat([Buffer.from('{"result":'), inner.length === 0 ? Buffer.from('[]') : inner, Buffer.from('}')]),
  )
}

/** A time as clients of this call read it: `Thu, 10 Jul 2025 15:13:20 GMT`. */
const timeText = (value: unknown) => (typeof value === 'number' ? new Date(value).toUTCString() : value)

/** A dataset to ask; whose rows may not be read is refused in one word, as clients of these calls know it. */
const readable = (services: Services, caller: Caller, id: string, signal: AbortSignal) =>
  askContext(services, caller, { id, type: 'table' }, signal).catch((cause: unknown) => {
    const isRefused = cause instanceof Problem && cause.status === 403
    throw isRefused ? new Problem(403, 'Forbidden', { envelope: 'message', cause }) : cause
  })

const EXPRESSION_TYPES = ['column', 'metric', 'where', 'having'] as const

async function expressionProblems(
  services: Services,
  ref: { type: string; id: string },
  { expression, expression_type }: { expression?: string | null | undefined; expression_type: string },
  caller: Caller,
  signal: AbortSignal,
) {
  if (!expression) throw new Problem(400, 'An expression is required.')
  const kind = EXPRESSION_TYPES.find((type) => type === expression_type)
  if (!kind) throw new Problem(400, `The type of an expression is one of ${EXPRESSION_TYPES.join(', ')}.`)
  const context = await readable(services, caller, ref.id, signal)
  const sql = { expressionType: 'SQL', sqlExpression: expression, label: 'test_col' }
  const query = {
    column: { columns: [sql], metrics: [] },
    metric: { columns: [], metrics: [sql] },
    where: { columns: [], metrics: [{ ...sql, sqlExpression: 'COUNT(*)' }], extras: { where: expression } },
    having: { columns: [], metrics: [{ ...sql, sqlExpression: 'COUNT(*)' }], extras: { having: expression } },
  }[kind]
  const request = readQueryContext({
    datasource: { id: context.model.id, type: 'table' },
    queries: [{ ...query, row_limit: 1 }],
    result_type: 'results',
  })
  try {
    for (const object of request.queries) await answerQuery(context, object, { request, ttlSec: -1 })
    return []
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.status >= 500) throw cause
    return [
      {
        message: cause.message.replace(/^Error: /, ''),
        line_number: 1,
        start_column: 0,
        end_column: expression.length,
      },
    ]
  }
}
