import { own } from '../../kernel/own.ts'
import {
  columnsNamed,
  type DataFrame,
  type FrameColumn,
  numbersOf,
  PostProcessingError,
  requireColumns,
} from './frame.ts'
import { numberOr, texts } from './options.ts'
import { roundTo } from './statistics.ts'

type Comparison = (value: number, other: number, precision: number) => number
const TYPES: Readonly<Record<string, Comparison>> = {
  difference: (value, other) => value - other,
  percentage: (value, other, precision) => roundTo((value - other) / other, precision),
  ratio: (value, other, precision) => roundTo(value / other, precision),
}

/** Puts columns beside each other: `difference__a__b`, for every series of the two. */
export function compare(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const sources = texts(raw.source_columns)
  const others = texts(raw.compare_columns)
  requireColumns(frame, [...sources, ...others])
  if (sources.length !== others.length) {
    throw new PostProcessingError('`compare_columns` must have the same length as `source_columns`.')
  }
  const type = String(raw.compare_type)
  const comparison = own(TYPES, type)
  if (!comparison) throw new PostProcessingError('`compare_type` must be `difference`, `percentage` or `ratio`')
  const precision = numberOr(raw.precision, 4)
  const added = sources.flatMap((source, i) => comparePair(frame, source, others[i] ?? '', type, precision))
  const dropped = raw.drop_original_columns === true ? new Set<unknown>([...sources, ...others]) : new Set<unknown>()
  const kept = frame.columns.filter(({ key }) => !dropped.has(key[0]))
  return { ...frame, columns: [...kept, ...added] }
}

const isCounted = (column: FrameColumn | undefined) => column?.type === 'integer' || column?.type === 'boolean'

function comparePair(
  frame: DataFrame,
  source: string,
  other: string,
  type: string,
  precision: number,
): readonly FrameColumn[] {
  const comparison = TYPES[type] as Comparison
  const right = new Map(columnsNamed(frame, other).map((column) => [JSON.stringify(column.key.slice(1)), column]))
  return columnsNamed(frame, source).map((column) => {
    const partner = right.get(JSON.stringify(column.key.slice(1)))
    const numbers = partner ? numbersOf(partner) : []
    const values = numbersOf(column).map((value, row) => {
      const beside = numbers[row]
      if (value === null || beside === null || beside === undefined) return null
      const result = comparison(value, beside, precision)
      return Number.isNaN(result) ? null : result
    })
    const isWhole = type === 'difference' && isCounted(column) && isCounted(partner) && values.length > 0
    return {
      key: [[type, source, other].join('__'), ...column.key.slice(1)],
      type: isWhole ? 'integer' : 'float',
      values,
    }
  })
}
