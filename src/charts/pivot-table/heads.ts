import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { PivotHead } from '../chart.ts'
import { columnOf } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import { writing } from '../parts/writing.ts'
import type { PivotAnswers } from './answers.ts'
import { isByValue, type PivotAxes, type PivotAxis } from './levels.ts'

/** A head of a row or of a column, and what its cells hold. */
export interface Head extends PivotHead {
  /** Values of its dimensions: all of them, or fewer for a total. */
  readonly values: readonly unknown[]
  /** The label of its metric; null where the other side names the metrics. */
  readonly metric: string | null
}

export interface HeadWords {
  readonly titles: Readonly<Record<string, string>>
  /** A value of a dimension as text. */
  write(dimension: string, value: unknown): string
}

/** The heads of a side from the top or from the left, totals among them. */
export function headsOf(
  side: 'rows' | 'columns',
  axes: PivotAxes,
  answers: PivotAnswers,
  words: HeadWords,
): readonly Head[] {
  const axis = axes[side]
  const groups = groupsOf(axis, sorted(side, axes, answers))
  const metrics = axis.metrics === null ? [null] : axes.metrics.map(metricLabel)
  const pairs =
    axis.metrics === 'first'
      ? metrics.flatMap((metric) => groups.map((group) => ({ ...group, metric })))
      : groups.flatMap((group) => metrics.map((metric) => ({ ...group, metric })))
  return pairs.map((pair) => ({
    ...pair,
    labels: labelsOf(axis, pair, words),
    selection: selectionOf(axis, pair, words),
  }))
}

/** What the heads of a side name; at least one word, so that a side without dimensions has a head. */
export function sideLabels(axis: PivotAxis, { titles }: HeadWords): readonly string[] {
  const names = axis.dimensions.map((dimension) => titleOf(columnLabel(dimension), titles))
  if (axis.metrics === null) return names.length === 0 ? [''] : names
  return axis.metrics === 'first' ? ['Metric', ...names] : [...names, 'Metric']
}

interface Group {
  readonly values: readonly unknown[]
  readonly kind: Head['kind']
}

/** The tuples with a subtotal at the end or at the beginning of each group, and the total at the end. */
function groupsOf({ dimensions, ...axis }: PivotAxis, tuples: readonly (readonly unknown[])[]): readonly Group[] {
  const deepest = axis.hasSubtotals ? dimensions.length - 1 : 0
  const cells = nested(tuples, 0, deepest, axis.isSubtotalFirst)
  const hasTotal = axis.hasTotals && dimensions.length > 0
  return hasTotal ? [...cells, { values: [], kind: 'total' }] : cells
}

function nested(
  tuples: readonly (readonly unknown[])[],
  depth: number,
  deepest: number,
  isFirst: boolean,
): readonly Group[] {
  if (depth >= deepest) return tuples.map((values) => ({ values, kind: 'cells' }))
  const byValue = Map.groupBy(tuples, (values) => JSON.stringify(values[depth]))
  return [...byValue.values()].flatMap((group) => {
    const inner = nested(group, depth + 1, deepest, isFirst)
    const subtotal: Group = { values: (group[0] ?? []).slice(0, depth + 1), kind: 'subtotal' }
    return isFirst ? [subtotal, ...inner] : [...inner, subtotal]
  })
}

type Pair = Group & { readonly metric: string | null }

function labelsOf(axis: PivotAxis, { values, kind, metric }: Pair, words: HeadWords): readonly string[] {
  const own = values.map((value, at) => words.write(nameAt(axis, at), value))
  const word = kind === 'total' ? [writing().total] : kind === 'subtotal' ? [writing().subtotal] : []
  const named = [...own, ...word]
  const rest = Array.from({ length: Math.max(0, axis.dimensions.length - named.length) }, () => '')
  const all = [...named, ...rest]
  if (metric === null) return all.length === 0 ? [writing().total] : all
  const title = titleOf(metric, words.titles)
  return axis.metrics === 'first' ? [title, ...all] : [...all, title]
}

function selectionOf(axis: PivotAxis, { values }: Pair, words: HeadWords): Head['selection'] {
  if (values.length === 0) return null
  return {
    filters: values.map((value, at) => ({ column: nameAt(axis, at), values: [value ?? null] })),
    label: values.map((value, at) => words.write(nameAt(axis, at), value)).join(', '),
  }
}

const nameAt = ({ dimensions }: PivotAxis, at: number): string => {
  const dimension = dimensions[at]
  return dimension === undefined ? '' : columnLabel(dimension)
}

const titleOf = (name: string, titles: Readonly<Record<string, string>>) =>
  (Object.hasOwn(titles, name) && titles[name]) || name

/** Groups in the order of the side: by what they are called, or by the first metric of the whole group. */
function sorted(side: 'rows' | 'columns', axes: PivotAxes, answers: PivotAnswers): readonly (readonly unknown[])[] {
  const { order } = axes[side]
  const sign = order.endsWith('z_to_a') ? -1 : 1
  const size = isByValue(order) ? sizes(side, axes, answers) : null
  return answers.tuples(side).toSorted((a, b) => {
    const at = a.findIndex((value, index) => value !== b[index])
    if (at < 0) return 0
    const bySize = size ? compareValues(size(a.slice(0, at + 1)), size(b.slice(0, at + 1)), sign) : 0
    return bySize === 0 ? compareValues(a[at], b[at], size ? 1 : sign) : bySize
  })
}

function sizes(side: 'rows' | 'columns', { metrics }: PivotAxes, answers: PivotAnswers) {
  const label = metrics[0] === undefined ? '' : metricLabel(metrics[0])
  return (values: readonly unknown[]): number | null => {
    const place = side === 'rows' ? answers.find(values, []) : answers.find([], values)
    return place && toNumber(columnOf(place.frame, label)[place.row])
  }
}

/** Numbers by size, texts as people sort them, and what is missing last. */
function compareValues(a: unknown, b: unknown, sign: number): number {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1
  const [left, right] = [toNumber(a), toNumber(b)]
  if (left !== null && right !== null) return sign * (left - right)
  return sign * collator.compare(String(a), String(b))
}

const collator = new Intl.Collator('en', { numeric: true })
