import { own } from '../../kernel/own.ts'
import { type Cell, type ColumnType, type DataFrame, numberOf, PostProcessingError } from './frame.ts'
import { numberOr } from './options.ts'
import { compareCells } from './order.ts'
import { ascending, mean, quantile, sum, variance } from './statistics.ts'

export interface Aggregate {
  /** The name of the result. */
  readonly name: string
  readonly column: string
  readonly operator: string
  readonly options: Readonly<Record<string, unknown>>
}

type Values = readonly number[]
interface Operator {
  /** Null values are left out before; otherwise a null makes the result null. */
  readonly skipsNull: boolean
  /** The result of no values. */
  readonly empty: number | null
  readonly isWhole: boolean | 'kept'
  readonly of: (values: Values, options: Readonly<Record<string, unknown>>) => number
}

const skipping = (of: Operator['of'], isWhole: Operator['isWhole'] = false, empty: number | null = null): Operator => ({
  skipsNull: true,
  empty,
  isWhole,
  of,
})
const strict = (of: Operator['of']): Operator => ({ skipsNull: false, empty: null, isWhole: false, of })

const product = (values: Values) => values.reduce((total, value) => total * value, 1)
const least = (values: Values) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (values: Values) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
const median = (values: Values) => quantile(ascending(values), 0.5)
const percentile = (values: Values, options: Readonly<Record<string, unknown>>) => {
  const q = options.q
  if (typeof q !== 'number' || q < 0 || q > 100) throw new PostProcessingError('Invalid options for percentile')
  return quantile(ascending(values), q / 100)
}

/** The variance of all values, or with `ddof` degrees of freedom taken off. */
function spread(values: Values, options: Readonly<Record<string, unknown>>): number {
  const ddof = numberOr(options.ddof, 0)
  return values.length > ddof ? variance(values, ddof) : Number.NaN
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  average: strict(mean),
  mean: skipping(mean),
  nanmean: skipping(mean),
  median: strict(median),
  nanmedian: skipping(median),
  percentile: strict(percentile),
  nanpercentile: skipping(percentile),
  sum: skipping(sum, 'kept', 0),
  nansum: skipping(sum, 'kept', 0),
  prod: skipping(product, 'kept', 1),
  product: skipping(product, 'kept', 1),
  min: skipping(least, 'kept'),
  nanmin: skipping(least, 'kept'),
  max: skipping(most, 'kept'),
  nanmax: skipping(most, 'kept'),
  std: skipping((values, options) => Math.sqrt(spread(values, options))),
  var: skipping(spread),
}
const ORDINAL = new Set(['min', 'max', 'nanmin', 'nanmax'])
/** What times cannot be brought to. */
const UNTIMED = new Set(['sum', 'nansum', 'prod', 'product', 'var'])
const LISTS = new Set(['cumsum', 'cumprod'])
const COUNTS: Readonly<Record<string, (cells: readonly Cell[]) => number>> = {
  count: (cells) => cells.length,
  count_nonzero: (cells) => cells.filter((cell) => cell !== 0 && cell !== false && cell !== '').length,
  argmin: (cells) => extremePlace(cells, -1),
  argmax: (cells) => extremePlace(cells, 1),
}

/** Reads `{name: {operator, column?, options?}}` and refuses what the frame or the operators lack. */
export function readAggregates(frame: DataFrame, raw: unknown): readonly Aggregate[] {
  const known = new Set(frame.columns.map(({ key }) => key[0]))
  return Object.entries((raw ?? {}) as Record<string, Record<string, unknown>>).map(([name, spec]) => {
    const column = String(spec?.column ?? name)
    if (!known.has(column)) throw new PostProcessingError(`Column referenced by aggregate is undefined: ${name}`)
    if (!spec?.operator) throw new PostProcessingError(`Operator undefined for aggregator: ${name}`)
    const operator = String(spec.operator)
    if (!(own(OPERATORS, operator) || own(COUNTS, operator) || LISTS.has(operator))) {
      throw new PostProcessingError(`Invalid numpy function: ${operator}`)
    }
    return { name, column, operator, options: (spec.options ?? {}) as Record<string, unknown> }
  })
}

/** One value for the cells of a group. */
export function aggregateCells(cells: readonly Cell[], type: ColumnType, aggregate: Aggregate): Cell {
  const { operator } = aggregate
  const count = COUNTS[operator]
  if (count) return count(cells)
  if (LISTS.has(operator)) return onlyCell(cells, aggregate)
  if (ORDINAL.has(operator) && (type === 'string' || type === 'timestamp' || type === 'boolean' || type === 'decimal'))
    return extreme(cells, operator)
  if (holdsTexts(cells, type) || (type === 'timestamp' && UNTIMED.has(operator)))
    throw new PostProcessingError(`Column "${aggregate.column}" is not numeric`)
  return numeric(cells, OPERATORS[operator] as Operator, aggregate.options)
}

/** A column of nothing but null has the type of texts and holds none. */
const holdsTexts = (cells: readonly Cell[], type: ColumnType) =>
  type === 'string' && cells.some((cell) => cell !== null)

/** The type of an aggregated column, from its values. */
export function aggregateType(values: readonly Cell[], source: ColumnType, operator: string): ColumnType {
  if (operator in COUNTS) return 'integer'
  if (source === 'boolean' && OPERATORS[operator]?.isWhole === 'kept' && !ORDINAL.has(operator)) return 'integer'
  if (source === 'string' || source === 'timestamp' || source === 'boolean' || source === 'decimal')
    return ORDINAL.has(operator) ? source : 'float'
  const isKept = (OPERATORS[operator]?.isWhole === 'kept' || LISTS.has(operator)) && source === 'integer'
  return isKept && values.every((value) => value !== null) ? 'integer' : 'float'
}

/** A running total is one value for a group of one row; for more it is a list. */
function onlyCell(cells: readonly Cell[], { operator, options }: Aggregate): Cell {
  if (cells.length !== 1) throw new PostProcessingError('Must produce aggregated value')
  if (cells[0] === null) return null
  return numeric(cells, OPERATORS[operator === 'cumsum' ? 'sum' : 'prod'] as Operator, options)
}

function numeric(
  cells: readonly Cell[],
  operator: Operator,
  options: Readonly<Record<string, unknown>>,
): number | null {
  const numbers = cells.map(numberOf)
  const values = numbers.filter((value) => value !== null)
  if (values.length < numbers.length && !operator.skipsNull) return null
  if (values.length === 0) return operator.empty
  const result = operator.of(values, options)
  return Number.isNaN(result) ? null : result
}

function extreme(cells: readonly Cell[], operator: string): Cell {
  const known = cells.filter((cell) => cell !== null).toSorted(compareValues)
  return (operator.endsWith('max') ? known.at(-1) : known[0]) ?? null
}

/** Decimals are texts that compare as numbers. */
function compareValues(a: Cell, b: Cell): number {
  const left = numberOf(a)
  const right = numberOf(b)
  return left === null || right === null ? compareCells(a, b) : left - right
}

function extremePlace(cells: readonly Cell[], sign: 1 | -1): number {
  let best = -1
  cells.forEach((cell, i) => {
    if (cell !== null && (best < 0 || sign * compareCells(cell, cells[best] ?? null) > 0)) best = i
  })
  return best
}
