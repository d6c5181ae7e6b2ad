import type { Dialect } from '../dialect.ts'
import { equalityOf, groupingOf } from './fuse.ts'
import type { Pieces } from './pieces.ts'
import { aggregatesOf, isExact, isSteady } from './steady.ts'

/** Members of one statement. */
const MOST_MEMBERS = 24
/** Beyond so many rows of one answer it is worth a statement of its own. */
const MOST_ROWS = 50_000
const MOST_SETS = 10
/** Reading the rows of one value is quick, so that fewer are read one after the other. */
const LEAST_VALUES = 5
const MOST_DIMENSIONS = 16
/** Every metric is made for every grouping of a statement. */
const MOST_METRICS = 12
const MOST_CHARACTERS = 20_000
const OWN_NAMES = /fused_/i

/**
 * The other questions, by number, that gain by being asked in one statement with the first: those under the same
 * conditions, those of the same grouping for other values of one column, or those of the same grouping whatever their
 * conditions. All are `isFusible`.
 */
export function companionsOf(first: Pieces, others: readonly Pieces[], dialect: Dialect): readonly number[] {
  const near = others.map((pieces, number) => ({ pieces, number })).filter(({ pieces }) => isSameSource(first, pieces))
  const grouping = groupingOf(first)
  const alike = near.filter(({ pieces }) => groupingOf(pieces) === grouping)
  const { filters = false, groupingSets = false } = dialect.fusion ?? {}
  if (filters) return shortest(first, alike)
  const conditions = conditionsOf(first)
  const isSame = ({ pieces }: Numbered) => conditionsOf(pieces) === conditions
  const same =
    groupingSets && isCheap(first, dialect)
      ? near.filter(isSame).filter(({ pieces }) => isCheap(pieces, dialect))
      : alike.filter(isSame)
  const byValue = otherValues(first, alike)
  return byValue.length > same.length ? shortest(first, byValue) : bounded(first, same)
}

/** Those that ask for another value of one column, if there are enough of them. */
function otherValues(first: Pieces, alike: readonly Numbered[]): readonly Numbered[] {
  const columns = first.where.flatMap((one) => equalityOf(one)?.column ?? [])
  const found = columns.map((column) => {
    const shape = shapeOf(first, column)
    return alike.filter(({ pieces }) => shapeOf(pieces, column) === shape)
  })
  const most = found.toSorted((a, b) => b.length - a.length)[0] ?? []
  const values = new Set([first, ...most.map(({ pieces }) => pieces)].map(conditionsOf))
  return first.dimensions.length > 0 && values.size >= LEAST_VALUES ? most : []
}

/** The conditions without the value of a column. */
const shapeOf = ({ where }: Pieces, column: string) =>
  JSON.stringify(where.map((one) => (equalityOf(one)?.column === column ? column : one)).toSorted())

const isSameSource = (a: Pieces, b: Pieces) => a.source === b.source && a.alias === b.alias
const conditionsOf = ({ where }: Pieces) => JSON.stringify([...new Set(where)].toSorted())

/** What is remembered of pieces: their questions come again. */
const judged = new WeakMap<Pieces, boolean>()

/**
 * True when the answer is the same, to the last digit and in the same order, beside other questions: nothing in it
 * depends on the clock, on chance or on other rows, and every sum is exact or made in the order of the rows.
 */
export function isFusible(pieces: Pieces, dialect: Dialect): boolean {
  const known = judged.get(pieces)
  if (known !== undefined) return known
  const verdict = judge(pieces, dialect)
  judged.set(pieces, verdict)
  return verdict
}

function judge(pieces: Pieces, { fusion, lexicon }: Dialect): boolean {
  const { source, where, dimensions, metrics, order, rows, known } = pieces
  if (!fusion || rows > MOST_ROWS * 2 || (dimensions.length > 0 && (order.length === 0 || rows > MOST_ROWS)))
    return false
  const texts = [...where, ...dimensions.map(({ sql }) => sql)]
  const all = [source, ...texts, ...metrics.map(({ sql }) => sql)]
  if (all.some((sql) => OWN_NAMES.test(sql)) || known.some(({ name }) => OWN_NAMES.test(name))) return false
  if (![source, ...texts].every((sql) => isSteady(sql, lexicon))) return false
  return metrics.every(({ sql }) => {
    const calls = aggregatesOf(sql, lexicon)
    return calls?.every((call) => fusion.sumsInRowOrder || isExact(call, known)) ?? false
  })
}

/** Counting different values for groupings that nobody asked for costs more than reading the rows again. */
const isCheap = ({ metrics }: Pieces, { lexicon }: Dialect) =>
  metrics.every(({ sql }) => aggregatesOf(sql, lexicon)?.every(({ isDistinct }) => !isDistinct))

interface Numbered {
  readonly pieces: Pieces
  readonly number: number
}

/** As many as one statement bears. */
function bounded(first: Pieces, others: readonly Numbered[]): readonly number[] {
  const sets = new Set([groupingOf(first)])
  const dimensions = new Set(first.dimensions.map(({ sql }) => sql))
  const metrics = new Set(first.metrics.map(({ sql }) => sql))
  const taken = others.filter(({ pieces }) => {
    const nextSets = new Set([...sets, groupingOf(pieces)])
    const nextDimensions = new Set([...dimensions, ...pieces.dimensions.map(({ sql }) => sql)])
    const nextMetrics = new Set([...metrics, ...pieces.metrics.map(({ sql }) => sql)])
    const isRoom =
      nextSets.size <= MOST_SETS && nextDimensions.size <= MOST_DIMENSIONS && nextMetrics.size <= MOST_METRICS
    if (!isRoom) return false
    for (const one of nextSets) sets.add(one)
    for (const one of nextDimensions) dimensions.add(one)
    for (const one of nextMetrics) metrics.add(one)
    return true
  })
  return shortest(first, taken)
}

function shortest(first: Pieces, others: readonly Numbered[]): readonly number[] {
  let length = lengthOf(first)
  const taken: number[] = []
  for (const { pieces, number } of others) {
    length += lengthOf(pieces)
    if (taken.length + 1 >= MOST_MEMBERS || length > MOST_CHARACTERS) break
    taken.push(number)
  }
  return taken
}

const lengthOf = ({ where, metrics, dimensions }: Pieces) =>
  [...where, ...[...metrics, ...dimensions].map(({ sql }) => sql)].reduce((sum, { length }) => sum + length, 0)
