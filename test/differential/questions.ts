import { GRAINS } from './engines.ts'
import type { Chance } from './random.ts'
import { type ColumnName, kindOf, PRODUCTS, REGIONS, type Value } from './tables.ts'

/** A chart's question, from which both its query object and the SQL by hand are made. */
export interface Question {
  /** Null reads raw rows. */
  readonly metrics: readonly Metric[] | null
  readonly dimensions: readonly Dimension[]
  readonly filters: readonly Filter[]
  /** A condition on the first metric. */
  readonly having: { readonly above: number } | null
  /** Only the groups of the first dimension that have most of the first metric. */
  readonly seriesLimit: number | null
  readonly order: { readonly by: 'metric' | 'dimensions'; readonly isAscending: boolean } | null
  readonly limit: number | null
  readonly offset: number
}
export interface Dimension {
  readonly column: ColumnName
  readonly grain: string | null
}
export interface Metric {
  readonly column: ColumnName | null
  readonly aggregate: 'COUNT' | 'COUNT_DISTINCT' | 'SUM' | 'AVG' | 'MIN' | 'MAX'
  /** Written as SQL by the chart instead of chosen from lists. */
  readonly isSql: boolean
}
export interface Filter {
  readonly column: ColumnName
  readonly op: string
  readonly value: Value | readonly Value[]
}

export function question(chance: Chance): Question {
  if (chance.oneIn(7)) return rawRows(chance)
  const dimensions = groups(chance)
  const limit = dimensions.length > 0 && chance.oneIn(3) ? 1 + chance.below(12) : null
  const first = dimensions[0]
  const series = first && first.grain === null && dimensions.length > 1 && chance.oneIn(3) ? 1 + chance.below(3) : null
  // Of series with as much as another nobody knows which one is among the first.
  const leading =
    series === null ? metric(chance) : ({ column: 'amount', aggregate: 'SUM', isSql: chance.oneIn(2) } as const)
  return {
    metrics: [leading, ...(chance.oneIn(2) ? [metric(chance)] : [])],
    dimensions,
    filters: filters(chance),
    having: chance.oneIn(5) ? { above: chance.below(40) } : null,
    seriesLimit: series,
    order:
      limit === null && chance.oneIn(2)
        ? null
        : { by: chance.pick(['metric', 'dimensions']), isAscending: chance.oneIn(2) },
    limit,
    offset: limit !== null && chance.oneIn(3) ? chance.below(5) : 0,
  }
}

function rawRows(chance: Chance): Question {
  const columns = chance.some<ColumnName>(['region', 'product', 'qty', 'price', 'amount', 'flag', 'sold'], 5)
  return {
    metrics: null,
    dimensions: (['id', ...columns] as const).map((column) => ({ column, grain: null })),
    filters: filters(chance),
    having: null,
    seriesLimit: null,
    order: { by: 'dimensions', isAscending: chance.oneIn(2) },
    limit: 1 + chance.below(60),
    offset: chance.oneIn(3) ? chance.below(20) : 0,
  }
}

function groups(chance: Chance): Dimension[] {
  const plain = chance.some<ColumnName>(['region', 'product', 'flag'], 2).map((column) => ({ column, grain: null }))
  return chance.oneIn(3) ? [...plain, { column: 'sold', grain: chance.pick(GRAINS) }] : plain
}

function metric(chance: Chance): Metric {
  const aggregate = chance.pick(['COUNT', 'COUNT_DISTINCT', 'SUM', 'AVG', 'MIN', 'MAX'] as const)
  const counted = ['region', 'product', 'qty', 'flag', 'sold'] as const
  const measured = ['qty', 'price', 'amount'] as const
  const isCount = aggregate.startsWith('COUNT')
  if (aggregate === 'COUNT' && chance.oneIn(2)) return { column: null, aggregate, isSql: true }
  return { column: chance.pick<ColumnName>(isCount ? counted : measured), aggregate, isSql: chance.oneIn(3) }
}

function filters(chance: Chance): Filter[] {
  return Array.from({ length: chance.pick([0, 0, 1, 1, 2]) }, () => filter(chance))
}

function filter(chance: Chance): Filter {
  const column = chance.pick<ColumnName>(['region', 'product', 'qty', 'price', 'amount', 'flag', 'sold'])
  if (chance.oneIn(6)) return { column, op: chance.pick(['IS NULL', 'IS NOT NULL']), value: null }
  switch (kindOf(column)) {
    case 'number':
      return numberFilter(chance, column)
    case 'flag':
      return { column, op: chance.pick(['IS TRUE', 'IS FALSE']), value: null }
    case 'time':
      return { column, op: 'TEMPORAL_RANGE', value: range(chance) }
    case 'text':
      return textFilter(chance, column)
  }
}

function numberFilter(chance: Chance, column: ColumnName): Filter {
  const value = () => (column === 'price' ? chance.below(4_000) / 4 : chance.below(60) - 10)
  if (chance.oneIn(4)) return { column, op: chance.pick(['IN', 'NOT IN']), value: [value(), value(), value()] }
  return { column, op: chance.pick(['==', '!=', '>', '<', '>=', '<=']), value: value() }
}

function textFilter(chance: Chance, column: ColumnName): Filter {
  const values = column === 'region' ? REGIONS : PRODUCTS
  if (chance.oneIn(3)) {
    const pattern = chance.pick(['n%', 'N%', '%o%', 'p_a%', '%th', 'SÜD', "%'%"])
    return { column, op: chance.pick(['LIKE', 'ILIKE', 'NOT LIKE']), value: pattern }
  }
  if (chance.oneIn(2))
    return { column, op: chance.pick(['IN', 'NOT IN']), value: chance.some(values.slice(1), 4).concat('x') }
  return { column, op: chance.pick(['==', '!=', '>', '<=']), value: chance.pick(values) }
}

function range(chance: Chance): string {
  const day = (offset: number) => new Date(Date.UTC(2023, 10, 20 + offset)).toISOString().slice(0, 10)
  const from = chance.below(100)
  const to = from + 1 + chance.below(40)
  if (chance.oneIn(5)) return `${day(from)} : `
  return chance.oneIn(5) ? ` : ${day(to)}` : `${day(from)}T06:30:00 : ${day(to)}`
}
