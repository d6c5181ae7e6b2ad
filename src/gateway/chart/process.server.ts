import { createHash } from 'node:crypto'
import { rawNumber } from '../../kernel/raw-json.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { postProcess } from '../../query/post-process/apply.ts'
import {
  type Cell,
  type ColumnType,
  type DataFrame,
  type FrameColumn,
  frameOf,
  rowCount,
} from '../../query/post-process/frame.ts'
import type { QueryContext, QueryObject } from '../../query/query-object.ts'
import { joinTimeOffsets } from '../../query/time-offsets/join.ts'
import { type OffsetPlan, planTimeOffsets } from '../../query/time-offsets/plan.ts'
import type { AskContext } from './context.server.ts'
import { type AskedRows, askRows, type ChartRows, chartCache } from './rows.server.ts'

export type ProcessedRows = AskedRows

export interface ProcessOptions extends Pick<QueryContext, 'force' | 'formData'> {
  readonly ttlSec: number | null
  readonly shape?: 'records' | 'columns'
  /** Throws NotCachedError where the database would have to be asked. */
  readonly onlyCached?: boolean | undefined
}

/** Rows of a query with its comparisons and post-processing. Rows that nothing is made of pass as the engine wrote them. */
export async function processedRows(
  context: AskContext,
  query: QueryObject,
  options: ProcessOptions,
): Promise<ProcessedRows> {
  const shape = options.shape ?? 'records'
  const steps = query.postProcessing.filter((step) => step !== null)
  if (steps.length === 0 && query.timeOffsets.length === 0) return askRows(context, query, { ...options, shape })
  const asked = await askRows(context, query, { ...options, shape: 'columns' })
  const shifted = await askShifted(context, asked, options)
  const isCached = asked.isCached && shifted.every(({ rows }) => rows.isCached)
  const parts = [asked.key, shape, steps, shifted.map(({ plan, rows }) => [plan.offset, rows.key])]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const made = await chartCache(context.services.now).get({
    key,
    force: !isCached,
    ttlMs: asked.ttlSec > 0 ? asked.ttlSec * 1000 : 0,
    signal: context.signal,
    make: async () => {
      const temporal = new Set(context.model.columns.filter((known) => known.isTemporal).map((known) => known.name))
      const answers = shifted.map(({ plan, rows }) => ({ plan, frame: readFrame(rows) }))
      const joined = joinTimeOffsets(readFrame(asked), answers, asked.planned.compiled.query)
      const value = written(postProcess(joined, steps), asked, shape, temporal)
      const sql = [asked.sql, ...shifted.map(({ rows }) => rows.sql)].join(';\n\n')
      return { value: { ...value, sql }, bytes: 2 * value.body.byteLength + 1_000 }
    },
  })
  return { ...asked, ...made.value, key, isCached }
}

interface ShiftedRows {
  readonly plan: OffsetPlan
  readonly rows: AskedRows
}

/** The same question of each shifted range of a time comparison. */
async function askShifted(context: AskContext, asked: AskedRows, options: ProcessOptions): Promise<ShiftedRows[]> {
  const { query, from, to } = asked.planned.compiled
  const plans = planTimeOffsets(query, { since: from, until: to }, context.services.conf.ROW_LIMIT)
  const out: ShiftedRows[] = []
  for (const plan of plans)
    out.push({ plan, rows: await askRows(context, plan.query, { ...options, shape: 'columns' }) })
  return out
}

/** The rows of an answer as a frame; integers beyond 2^53 stay texts of digits. */
function readFrame(rows: ChartRows): DataFrame {
  const columns = JSON.parse(Buffer.from(rows.body).toString('utf8'), keepDigits) as Cell[][]
  return frameOf(
    rows.names.map((name, i) => {
      const values = columns[i] ?? []
      return { name, type: typeOf(rows.generics[i] ?? GENERIC.text, values), values }
    }),
  )
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isExact = typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)
  return isExact || !/^-?\d+$/.test(context?.source ?? '') ? value : context?.source
}

function typeOf(generic: GenericType, values: readonly Cell[]): ColumnType {
  if (generic === GENERIC.time) return 'timestamp'
  if (generic === GENERIC.boolean) return 'boolean'
  if (generic === GENERIC.text) return 'string'
  if (values.some((value) => typeof value === 'string')) return 'decimal'
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'float'
}

/** A frame as the body of an answer. Its index is left out, as the wire does. */
function written(
  frame: DataFrame,
  source: Pick<ChartRows, 'sqlRowCount' | 'sql'>,
  shape: 'records' | 'columns',
  temporal: ReadonlySet<string>,
): ChartRows {
  const names = frame.columns.map((column) => column.key.map(String).join(', '))
  const cells = frame.columns.map(writtenCells)
  const count = rowCount(frame)
  const body = shape === 'columns' ? cells : Array.from({ length: count }, (_, row) => recordOf(names, cells, row))
  return {
    names,
    generics: frame.columns.map((column, i) => genericOf(column, temporal.has(names[i] ?? ''))),
    rowCount: count,
    sqlRowCount: source.sqlRowCount,
    indexNames: frame.index.isRange ? null : frame.index.rows.map((row) => (row.length === 1 ? row[0] : row)),
    floats: frame.columns.flatMap((column, i) => (column.type === 'float' ? [i] : [])),
    numbers: [],
    body: Buffer.from(JSON.stringify(body)),
    sql: source.sql,
  }
}

/** Columns of an answer as an object of cells by row number, as client-side processing gives them. */
export function cellsByRow(
  rows: ChartRows,
  labels: ReadonlyMap<string, string>,
): { names: string[]; body: Uint8Array } {
  const frame = readFrame(rows)
  const names = rows.names.map((name) => labels.get(name) ?? name)
  const entries = frame.columns.map((column, i) => [names[i] ?? '', { ...writtenCells(column) }])
  return { names, body: Buffer.from(JSON.stringify(Object.fromEntries(entries))) }
}

const recordOf = (names: readonly string[], cells: readonly (readonly unknown[])[], row: number) =>
  Object.fromEntries(names.map((name, column) => [name, cells[column]?.[row] ?? null]))

const DIGITS = /^-?\d+(\.\d+)?$/

/** Decimals and large integers leave as bare numbers with all of their digits. */
const writtenCells = ({ type, values }: FrameColumn): readonly unknown[] =>
  type === 'decimal'
    ? values.map((value) => (typeof value === 'string' && DIGITS.test(value) ? rawNumber(value) : value))
    : values

/** Totals put a text among the times of a column, which stays a time all the same. */
function genericOf({ type, values }: FrameColumn, isTemporal: boolean): GenericType {
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return GENERIC.number
    case 'timestamp':
      return GENERIC.time
    case 'boolean':
      return GENERIC.boolean
    case 'mixed':
      if (isTemporal) return GENERIC.time
      return values.every((value) => value === null || typeof value === 'number') ? GENERIC.number : GENERIC.text
    default:
      return GENERIC.text
  }
}
