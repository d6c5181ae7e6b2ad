import { hash } from 'node:crypto'
import type { ResultColumn } from '../../engines/driver.ts'
import { uniqueNames } from '../../engines/unique-names.ts'
import type { CompiledQuery, OutputColumn } from '../../query/compile/types.ts'
import { TIME_LABEL } from '../../query/compile/validate.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import type { QueryObject } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import type { Services } from '../services.server.ts'
import { type AnswerCache, answerCache } from './cache.server.ts'
import { type ChartRows, sizeOf } from './chart-rows.ts'
import { type PlannedQuery, planQuery } from './compile.server.ts'
import type { AskContext } from './context.server.ts'
import { recordsOfColumns } from './record-text.server.ts'
import { sharedRows } from './second-level.server.ts'

const CACHE_BYTES = 256 * 1024 * 1024
/** The incumbent's default: a day. */
const DEFAULT_TTL_SEC = 86_400
const KEPT_KEYS = 100
/** What takes longer is not worth asking before somebody wants it. */
const MOST_AHEAD_MS = 10_000

/** Rows of the cache that an answer was made of. */
export interface KeptRows extends Pick<ChartRows, 'body'> {
  readonly planned: PlannedQuery
  readonly key: string
  readonly datasetId: number
  /** Of the dataset's answers when this one was asked for. */
  readonly generation: string | null
}
export interface AskedRows extends ChartRows {
  readonly planned: PlannedQuery
  readonly key: string
  readonly isCached: boolean
  /** Everything of the cache that has a part in these rows. */
  readonly kept: readonly KeptRows[]
  readonly at: Date
  readonly ttlSec: number
}

const caches = new WeakMap<Services['shared'], AnswerCache<ChartRows>>()

/** Answers kept by this server. */
export function chartCache({ shared, now }: Pick<Services, 'shared' | 'now'>): AnswerCache<ChartRows> {
  const known = caches.get(shared)
  if (known) return known
  const made = answerCache<ChartRows>(CACHE_BYTES, now, shared.answers && sharedRows(shared.answers, now))
  caches.set(shared, made)
  return made
}

export interface RowsOptions {
  readonly shape: 'records' | 'columns'
  readonly force: boolean
  readonly formData: Readonly<Record<string, unknown>> | null
  readonly ttlSec: number | null
  readonly onlyCached?: boolean | undefined
  readonly bounds?: Parameters<typeof planQuery>[2]['bounds']
}

/** Asks the database, or the cache, for the rows of one query. */
export async function askRows(context: AskContext, query: QueryObject, options: RowsOptions): Promise<AskedRows> {
  const planned = await planQuery(context, query, {
    formData: options.formData,
    ...(options.bounds ? { bounds: options.bounds } : {}),
  })
  const { id: datasetId } = context.record.dataset
  const generation = context.services.shared.generations.of(datasetId)
  const key = keyOf(context, planned, options.shape, generation)
  const ttlSec =
    options.ttlSec ?? context.model.cacheTimeoutSec ?? context.record.database.cache_timeout ?? DEFAULT_TTL_SEC
  const isAhead = context.line?.isAhead === true
  if (isAhead && (planned.version === null || ttlSec <= 0)) throw new Problem(409, 'The answer would not be kept')
  const answer = await chartCache(context.services).get({
    key,
    isAhead,
    force: options.force,
    ttlMs: ttlSec > 0 ? ttlSec * 1000 : 0,
    signal: context.signal,
    onlyCached: options.onlyCached,
    isShared: context.driver.isRemote,
    make: async (signal) => {
      const value = await run(context, planned, options.shape, signal)
      return { value, bytes: sizeOf(value) }
    },
  })
  const kept = [{ planned, key, datasetId, generation, body: answer.value.body }]
  return { ...answer.value, planned, key, isCached: answer.isCached, kept, at: answer.at, ttlSec }
}

async function run(
  context: AskContext,
  planned: PlannedQuery,
  shape: 'records' | 'columns',
  signal: AbortSignal,
): Promise<ChartRows> {
  const { driver, dialect, record, services, caller, line } = context
  const { sql, columns, pieces } = planned.compiled
  const times = timesOf(context.model, columns)
  const isAhead = line?.isAhead === true
  // The engine knows some labels by other names, so that its records would not bear them.
  const isRenamed = shape === 'records' && columns.some(({ name, source }) => name !== source)
  const patienceMs = services.conf.SUPERSET_WEBSERVER_TIMEOUT * 1000
  const request = {
    sql,
    maxRows: null,
    timeoutMs: isAhead ? Math.min(patienceMs, MOST_AHEAD_MS) : patienceMs,
    cells: 'chart',
    times: columns.flatMap(({ name }, i) => (times.has(name) ? [i] : [])),
    shape: isRenamed ? 'columns' : shape,
    schema: record.dataset.schema,
    catalog: record.dataset.catalog,
    user: caller.username,
    lane: isAhead ? 'spare' : 'interactive',
    signal,
  } as const
  try {
    const statement = {
      driver,
      dialect,
      request,
      pieces,
      names: columns.map(({ source }) => source),
      tables: planned.tables,
    }
    const result = await (line ? line.run(statement) : driver.run(request))
    const names = result.columns.map((column, i) => columns[i]?.name ?? column.name)
    return {
      names,
      generics: result.columns.map((column, i) =>
        genericOf(
          times,
          { ...column, isEmpty: column.isEmpty === true && (result.rowCount > 0 || !isNamed(context, names[i])) },
          columns[i]?.name ?? column.name,
        ),
      ),
      numbers: result.columns.flatMap((column, i) => (column.generic === GENERIC.number ? [i] : [])),
      indexNames: null,
      floats: [],
      rowCount: result.rowCount,
      sqlRowCount: result.rowCount,
      body: isRenamed ? recordsOfColumns(result.body, uniqueNames(names), result.rowCount) : result.body,
      sql,
    }
  } catch (cause) {
    throw asChartProblem(cause, caller.kind === 'guest')
  }
}

/** Whether the dataset itself says what a name is, so that its kind is known without a value. */
const isNamed = ({ model }: AskContext, name: string | undefined) =>
  [...model.columns, ...model.metrics].some((known) => known.name === name)

/** Columns that are times, whatever they are kept as: those of the dataset, and the time of a series, which is no metric. */
const timesOf = ({ columns }: AskContext['model'], output: readonly OutputColumn[]): ReadonlySet<string> =>
  new Set([
    ...columns.filter(({ isTemporal }) => isTemporal).map(({ name }) => name),
    ...output.filter(({ name, isMetric }) => name === TIME_LABEL && !isMetric).map(({ name }) => name),
  ])

/** A column without a value has no kind and counts as text; a temporal column of the dataset is a time whatever it is kept as. */
function genericOf(times: ReadonlySet<string>, column: ResultColumn, name: string): GenericType {
  if (column.isEmpty) return GENERIC.text
  if (times.has(name)) return GENERIC.time
  return column.generic ?? GENERIC.text
}

/** A database's refusal in the one-line envelope of chart data; guests do not see its text. */
function asChartProblem(cause: unknown, isGuest: boolean): unknown {
  if (!(cause instanceof Problem) || cause.status >= 500 || cause.status === 408 || cause.status === 429) return cause
  const text = isGuest ? 'The database could not answer' : cause.message
  return new Problem(400, `Error: ${text}`, { envelope: 'message', cause })
}

/** Keys of remembered plans, by what else is in them. */
const keys = new WeakMap<CompiledQuery, Map<string, string>>()

function keyOf(
  context: AskContext,
  { compiled, version }: PlannedQuery,
  shape: string,
  generation: string | null,
): string {
  const { record, caller } = context
  const user = record.database.impersonate_user === 1 ? caller.username : null
  const known = keys.get(compiled) ?? new Map<string, string>()
  keys.set(compiled, known)
  const parts = [version, shape, user, generation]
  const beside = JSON.stringify(parts)
  const key = known.get(beside) ?? hashOf(context, compiled, parts)
  // A source that changes often leaves keys that nobody asks for again.
  if (known.size >= KEPT_KEYS) known.clear()
  known.set(beside, key)
  return key
}

/** The address and the tunnel in their encrypted forms are other texts in every installation and after every change. */
function hashOf(
  { record, model, timeZone }: AskContext,
  compiled: CompiledQuery,
  beside: readonly (string | null)[],
): string {
  const { database, dataset } = record
  const { uuid, uri_secret, ssh_tunnel_secret, changed_on } = database
  const place = [uuid, uri_secret, ssh_tunnel_secret, changed_on, dataset.catalog, dataset.schema, timeZone]
  const temporal = model.columns.filter(({ isTemporal }) => isTemporal).map(({ name }) => name)
  const columns = compiled.columns.map(({ name }) => name)
  return hash('sha256', JSON.stringify([...place, compiled.sql, columns, temporal, ...beside]), 'hex')
}
