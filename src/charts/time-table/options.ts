import {
  asNumber,
  asRecord,
  asText,
  field,
  formOptions,
  listOf,
  oneOf,
  type ReadOptions,
} from '../parts/form-options.ts'
import { column, columns, metrics, queryFields } from '../parts/form-query-fields.ts'
import { asBounds } from '../parts/series-options.ts'

/** What a column shows of the values of a row over time. */
export interface PeriodColumn {
  readonly label: string | null
  readonly kind: 'time' | 'contrib' | 'spark' | 'avg'
  /** How many periods back, or how many periods are averaged; below 0 counts from the first. */
  readonly lag: number | null
  /** A line of changes against so many periods before. */
  readonly ratio: number | null
  readonly comparison: 'value' | 'diff' | 'perc' | 'perc_change'
  readonly numberFormat: string | null
  /** Values that have the first and the last colour. */
  readonly bounds: readonly (number | null)[]
}

const asKind = oneOf(['time', 'contrib', 'spark', 'avg'])
const asComparison = oneOf(['value', 'diff', 'perc', 'perc_change'])

function asPeriodColumn(value: unknown): PeriodColumn | undefined {
  const saved = asRecord(value) ?? {}
  const kind = asKind(saved.colType)
  if (kind === undefined) return undefined
  return {
    label: asText(saved.label) ?? null,
    kind,
    lag: wholeOf(saved.timeLag),
    ratio: wholeOf(saved.timeRatio),
    comparison: asComparison(saved.comparisonType) ?? 'value',
    numberFormat: asText(saved.d3format) ?? null,
    bounds: asBounds(saved.bounds) ?? [],
  }
}

function wholeOf(value: unknown): number | null {
  const number = asNumber(value)
  return number === undefined ? null : Math.round(number)
}

export const TimeTableOptions = formOptions({
  ...queryFields,
  xAxis: column('x_axis'),
  metrics: metrics('metrics'),
  groupby: columns('groupby'),
  columns: field<readonly PeriodColumn[]>('column_collection', listOf(asPeriodColumn), []),
})
export type TimeTableOptions = ReadOptions<typeof TimeTableOptions>
