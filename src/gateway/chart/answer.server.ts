import { LRUCache } from 'lru-cache'
import { GENERIC } from '../../query/generic-type.ts'
import { grainName } from '../../query/grain-names.ts'
import { type QueryContext, type QueryObject, queryObject, type ResultType } from '../../query/query-object.ts'
import { grainSql, offeredGrains } from '../../query/time-grain.ts'
import { Problem } from '../../wire/problem.ts'
import type { CellsAnswer } from '../compute/client-job.ts'
import { annotationData } from './annotations.server.ts'
import { isShownAsChart, shownAsChart } from './client-processed.server.ts'
import { planQuery } from './compile.server.ts'
import type { AskContext } from './context.server.ts'
import { labelMap } from './label-map.ts'
import { type ProcessedRows, processedRows } from './process.server.ts'
import type { KeptRows } from './rows.server.ts'

/** One element of `result`. */
export interface Answer {
  /** Its JSON text in pieces; the rows are passed on as they came. */
  readonly bytes: readonly Uint8Array[]
  /** What of the cache it was made of; null where something else has a part in it. */
  readonly kept: readonly KeptRows[] | null
}

export interface AnswerOptions {
  readonly request: Pick<QueryContext, 'force' | 'formData' | 'resultType'>
  readonly ttlSec: number | null
  readonly onlyCached?: boolean | undefined
}

const encoder = new TextEncoder()

/** Answers one query of a chart data request (reference: charts-dashboards A.1.3, A.1.4). */
export async function answerQuery(context: AskContext, query: QueryObject, options: AnswerOptions): Promise<Answer> {
  const type = query.resultType ?? options.request.resultType
  if (type === 'columns') return json(columnsAnswer(context))
  if (type === 'timegrains') return json(grainsAnswer(context))
  if (type === 'query') return json(await queryAnswer(context, query, options))
  const asked = shaped(context, query, type)
  const rows = await rowsOf(context, asked, type, options)
  if (type === 'results') return written(type, rows, resultsHead(rows))
  if (asked.annotationLayers.length > 0)
    return {
      ...written(type, rows, {
        ...fullHead(context, asked, rows),
        annotation_data: await annotationData(context, asked, {
          force: options.request.force,
          onlyCached: options.onlyCached,
        }),
      }),
      kept: null,
    }
  return written(type, rows, { ...fullHead(context, asked, rows), annotation_data: {} })
}

const written = (type: ResultType, rows: ShownRows, head: object): Answer => ({
  bytes: [encoder.encode(`${JSON.stringify(head).slice(0, -1)},`), ...indexes(type, rows), DATA, rows.body, TAIL],
  kept: rows.isCached ? rows.kept : null,
})

const DATA = encoder.encode('"data":')
const TAIL = encoder.encode(',"result_format":"json","detected_currency":null}')

/** The index of rows that have none: their numbers, as text that is written once for each count. */
const countedIndexes = new LRUCache<number, Uint8Array>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (text) => text.byteLength,
})

function indexes(type: ResultType, { indexNames, rowCount }: ShownRows): readonly Uint8Array[] {
  if (type === 'results') return []
  if (indexNames) return [encoder.encode(`"indexnames":${JSON.stringify(indexNames)},`)]
  const known = countedIndexes.get(rowCount)
  if (known) return [known]
  const numbers = Array.from({ length: rowCount }, (_, i) => i).join(',')
  const text = encoder.encode(`"indexnames":[${numbers}],`)
  countedIndexes.set(rowCount, text)
  return [text]
}

/** Rows that may go by other names than those asked for. */
interface ShownRows extends ProcessedRows {
  readonly askedNames?: readonly string[]
  readonly columnKeys?: CellsAnswer['columnKeys']
}

async function rowsOf(
  context: AskContext,
  query: QueryObject,
  type: ResultType,
  { request, ttlSec, onlyCached }: AnswerOptions,
): Promise<ShownRows> {
  const options = { ...request, ttlSec, onlyCached }
  if (type !== 'post_processed' || !request.formData || !isShownAsChart(request.formData))
    return processedRows(context, query, options)
  const rows = await processedRows(context, query, { ...options, shape: 'columns' })
  if (rows.rowCount === 0) return processedRows(context, query, options)
  return { ...rows, ...(await shownAsChart(context, rows, request.formData, 'byName')), askedNames: rows.names }
}

/** The query that a result type asks instead: samples and drills read raw rows of every column, under its filters. */
export function shaped(context: AskContext, query: QueryObject, type: ResultType): QueryObject {
  if (type !== 'samples' && type !== 'drill_detail') return query
  const columns = context.model.columns.map((column) => column.name)
  const limit = context.services.conf.SAMPLES_ROW_LIMIT
  const raw = queryObject({
    columns,
    metrics: null,
    orderby: columns[0] === undefined || type === 'samples' ? [] : [[columns[0], true]],
    rowLimit: Math.min(query.rowLimit || limit, limit),
    rowOffset: query.rowOffset,
    isRowcount: query.isRowcount,
  })
  const { filters, extras, granularity, timeRange } = query
  return type === 'samples' ? { ...raw, filters, extras } : { ...raw, filters, extras, granularity, timeRange }
}

function fullHead(context: AskContext, query: QueryObject, rows: ShownRows) {
  const { compiled } = rows.planned
  return {
    cache_key: rows.key,
    cached_dttm: rows.isCached ? wireTime(rows.at) : null,
    queried_dttm: wireTime(rows.at),
    cache_timeout: rows.ttlSec,
    applied_template_filters: compiled.appliedTemplateFilters,
    error: null,
    is_cached: rows.isCached ? true : null,
    ...(context.caller.kind === 'guest' ? {} : { query: rows.sql }),
    status: 'success',
    stacktrace: null,
    rowcount: rows.rowCount,
    sql_rowcount: rows.sqlRowCount,
    from_dttm: compiled.from,
    to_dttm: compiled.to,
    label_map: labelMap(query, context.model, rows.askedNames ?? rows.names),
    colnames: rows.columnKeys ?? rows.names,
    coltypes: rows.generics,
    applied_filters: compiled.appliedFilters,
    rejected_filters: compiled.rejectedFilters,
  }
}

const resultsHead = (rows: ProcessedRows) => ({
  colnames: rows.names,
  coltypes: rows.generics,
  rowcount: rows.rowCount,
  sql_rowcount: rows.sqlRowCount,
})

async function queryAnswer(context: AskContext, query: QueryObject, { request }: AnswerOptions) {
  if (context.caller.kind === 'guest') throw new Problem(403, 'Forbidden', { envelope: 'message' })
  try {
    const { compiled } = await planQuery(context, query, { formData: request.formData })
    return { query: compiled.sql, language: 'sql' }
  } catch (cause) {
    // Who asks for the text alone is told in its place why there is none.
    if (!(cause instanceof Problem) || cause.status !== 400 || !cause.message.startsWith('Error: ')) throw cause
    return { error: cause.message.slice('Error: '.length), language: 'sql' }
  }
}

const columnsAnswer = ({ model }: AskContext) => ({
  data: model.columns.map(({ name, label, generic, isTemporal }) => ({
    column_name: name,
    verbose_name: label,
    dtype: isTemporal ? GENERIC.time : generic,
  })),
})

const grainsAnswer = ({ dialect }: AskContext) => ({
  data: offeredGrains(dialect).map((grain) => ({
    name: grainName(grain),
    function: grainSql(dialect, '{col}', grain),
    duration: grain,
  })),
})

const wireTime = (at: Date) => at.toISOString().replace('Z', '')
const json = (value: unknown): Answer => ({ bytes: [encoder.encode(JSON.stringify(value))], kept: null })
