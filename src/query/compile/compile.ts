import { columnLabel, metricLabel, type QueryObject } from '../query-object.ts'
import { OPEN, type TimeBounds } from '../time-range/resolve.ts'
import { amendQuery } from './amend.ts'
import { columnModel, type Expressions, inBrackets, rangeSql } from './expression.ts'
import { filterSql, isKnown, metricFilterSql, type RangeReader } from './filter.ts'
import { piecesOf } from './pieces.ts'
import { type Prepared, prepare } from './prepare.ts'
import { rangeClock } from './range-reader.ts'
import { seriesLimit } from './series-limit.ts'
import { sourceSql } from './source.ts'
import { type Parts, selectList, statementSql } from './statement.ts'
import { timeExtrasStatus } from './time-extras.ts'
import type { CompiledQuery, CompileInput, OutputColumn } from './types.ts'
import { timeColumnOf, validateQuery } from './validate.ts'

/** Turns what a chart asks into one SELECT of the dataset's engine. Throws a Problem with the text that clients know. */
export async function compileQuery(input: CompileInput): Promise<CompiledQuery> {
  const amended = amendQuery(input.query, input.dataset, input.formData)
  validateQuery(amended, input.dataset)
  const clock = rangeClock(input, amended)
  const readRange = clock.read
  const timeColumn = timeColumnOf(amended, input.dataset)
  const bounds = input.bounds ?? boundsOf(input.query, readRange)
  const scope = { query: amended, dataset: input.dataset, from: bounds.since, to: bounds.until, timeColumn }
  const prepared = await prepare(input, withOwnLabels(amended), scope)
  const of: Expressions = {
    dataset: prepared.dataset,
    dialect: input.dialect,
    temporal: await temporalSql(input, prepared),
    timeZone: input.timeZone ?? 'UTC',
  }
  const { sql, columns, pieces } = buildSql(input, prepared, of, { timeColumn, bounds, readRange })
  const extras = timeExtrasStatus(amended, input.dataset)
  const known = amended.filters.filter(({ column }) => isKnown(of, column))
  const unknown = amended.filters.filter(({ column }) => !isKnown(of, column))
  return {
    sql,
    columns,
    pieces,
    appliedFilters: [...known.map(({ column }) => ({ column: columnLabel(column) })), ...extras.applied],
    rejectedFilters: [
      ...unknown.map(({ column }) => ({ column: columnLabel(column), reason: 'not_in_datasource' as const })),
      ...extras.rejected,
    ],
    appliedTemplateFilters: prepared.templateFilters,
    from: bounds.since,
    to: bounds.until,
    timeColumn,
    query: amended,
    sameUntil: clock.sameUntil(),
  }
}

/** A metric is shown under its label, so of several with one label the first is asked. */
const withOwnLabels = (query: QueryObject): QueryObject => {
  const labels = query.metrics?.map(metricLabel) ?? []
  if (new Set(labels).size === labels.length) return query
  return { ...query, metrics: query.metrics?.filter((_, i) => labels.indexOf(labels[i] ?? '') === i) ?? null }
}

interface TimeFrame {
  readonly timeColumn: string | null
  readonly bounds: TimeBounds
  readonly readRange: RangeReader
}

function buildSql(input: CompileInput, prepared: Prepared, of: Expressions, time: TimeFrame) {
  const { query, dataset } = prepared
  const parts: Parts = {
    query,
    of,
    timeColumn: time.timeColumn,
    source: sourceSql(dataset, prepared.datasetSql, prepared.rules, input.dialect),
    where: conditions(prepared, of, time),
    having: groupConditions(prepared, of),
    maxRows: input.maxRows,
  }
  const list = selectList(parts)
  const limit = seriesLimit(parts, list)
  const sql = statementSql(parts, list, limit?.join ?? null, limit?.others ?? null)
  const columns: readonly OutputColumn[] = query.isRowcount
    ? [{ name: 'rowcount', source: 'rowcount', isMetric: true }]
    : list.map(({ name, source, isMetric }) => ({ name, source, isMetric }))
  return { sql, columns, pieces: limit ? null : piecesOf(parts, list) }
}

function conditions(prepared: Prepared, of: Expressions, time: TimeFrame): readonly string[] {
  const { query, dataset } = prepared
  const filters = query.filters
    .filter(({ column }) => isKnown(of, column) && !prepared.removedFilters.has(columnLabel(column)))
    .map((filter) => filterSql(of, filter, time.readRange))
  const predicate = query.applyFetchValuesPredicate ? dataset.fetchValuesPredicate : null
  return [
    ...timeConditions(of, time),
    ...filters,
    query.extras.where === '' ? null : bracketed(query.extras.where),
    predicate ? bracketed(predicate) : null,
  ].filter((condition) => condition !== null)
}

/** What is asked of groups: filters on saved metrics where there are groups, and the text of the query. */
function groupConditions({ query, removedFilters }: Prepared, of: Expressions): readonly string[] {
  const filters = query.metrics === null ? [] : query.filters
  return [
    ...filters
      .filter(({ column }) => !removedFilters.has(columnLabel(column)))
      .flatMap((filter) => metricFilterSql(of, filter) ?? []),
    ...(query.extras.having === '' ? [] : [bracketed(query.extras.having)]),
  ]
}

/** The query's own range on its time column, and on the dataset's main one where the dataset insists on it. */
function timeConditions(of: Expressions, { timeColumn, bounds }: TimeFrame): readonly (string | null)[] {
  if (timeColumn === null) return []
  const main =
    of.dataset.alwaysFilterMainTime && of.dataset.mainTimeColumn !== timeColumn ? of.dataset.mainTimeColumn : null
  return [main, timeColumn].map((name) => {
    const model = name === null ? null : columnModel(of.dataset, name)
    return model && rangeSql(of, model, bounds)
  })
}

const bracketed = (sql: string) => {
  const text = inBrackets(sql)
  return text.startsWith('(') ? text : `(${text})`
}

/**
 * The range that the answer reports, and that holds for a time column of the question's own: the question's, else that
 * of the time filter on the axis, else of the first one.
 */
function boundsOf({ timeRange, filters, columns }: QueryObject, readRange: RangeReader): TimeBounds {
  const axis = columns.find((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS')
  const ranges = filters.filter(({ op }) => op === 'TEMPORAL_RANGE')
  const chosen = ranges.find(({ column }) => axis !== undefined && column === columnLabel(axis)) ?? ranges[0]
  const text = timeRange ?? (typeof chosen?.value === 'string' ? chosen.value : null)
  return text === null ? OPEN : readRange(text)
}

async function temporalSql(input: CompileInput, { query, dataset }: Prepared): Promise<ReadonlySet<string>> {
  const axes = query.columns.flatMap((column) =>
    typeof column !== 'string' && column.timeGrain && columnModel(dataset, column.sqlExpression) === null
      ? [column.sqlExpression]
      : [],
  )
  const isTemporal = input.isTemporal ?? (() => true)
  const known = await Promise.all(axes.map(async (sql) => ((await isTemporal(sql)) ? [sql] : [])))
  return new Set(known.flat())
}
