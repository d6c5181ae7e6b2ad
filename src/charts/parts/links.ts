import { type Column, columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { Frame, Selection } from '../chart.ts'
import { categoryWriter, columnOf } from './frame.ts'
import { toNumber } from './number-format.ts'

/** What goes from one value to another. */
export interface Link {
  readonly from: LinkEnd
  readonly to: LinkEnd
  readonly value: number
  /** The row of the answer that it comes from, or the first of them. */
  readonly row: number
}

export interface LinkEnd {
  readonly name: string
  readonly value: unknown
}

export interface LinkOptions {
  readonly source: Column | null
  readonly target: Column | null
  readonly metric: Metric | null
}

/** The links of an answer; those between the same names are one. What has no size is none. */
export function linksOf({ source, target, metric }: LinkOptions, frame: Frame): readonly Link[] {
  if (source === null || target === null || metric === null) return []
  const [from, to] = [endsOf(frame, source), endsOf(frame, target)]
  const found = new Map<string, Link>()
  for (const [row, cell] of columnOf(frame, metricLabel(metric)).entries()) {
    const value = toNumber(cell) ?? 0
    const ends = { from: from(row), to: to(row) }
    const key = JSON.stringify([ends.from.name, ends.to.name])
    const before = found.get(key)
    if (value > 0) found.set(key, { ...ends, value: value + (before?.value ?? 0), row: before?.row ?? row })
  }
  return [...found.values()]
}

function endsOf(frame: Frame, column: Column): (row: number) => LinkEnd {
  const label = columnLabel(column)
  const write = categoryWriter(frame, label)
  const cells = columnOf(frame, label)
  return (row) => ({ name: write(cells[row]), value: cells[row] ?? null })
}

/** What a click on a link chooses: both of its ends. */
export function linkSelection({ source, target }: LinkOptions, { from, to }: Link): Selection {
  return { filters: [...filterOn(source, from), ...filterOn(target, to)], label: `${from.name}, ${to.name}` }
}

/** What a click on an end chooses: the links that start there, or else those that end there. */
export function endSelection({ source, target }: LinkOptions, end: LinkEnd, isSource: boolean): Selection {
  return { filters: filterOn(isSource ? source : target, end), label: end.name }
}

const filterOn = (column: Column | null, { value }: LinkEnd) =>
  column === null ? [] : [{ column: columnLabel(column), values: [value] }]

/** The links that a cross-filter has chosen: with both of their ends where there are such, else with one. */
export function chosenLinks(links: readonly Link[], selected: readonly unknown[] | null): ReadonlySet<Link> | null {
  if (selected === null || selected.length === 0) return null
  const chosen = new Set(selected.map(String))
  const has = ({ value }: LinkEnd) => chosen.has(String(value))
  const both = links.filter(({ from, to }) => from.name !== to.name && has(from) && has(to))
  return new Set(both.length > 0 ? both : links.filter(({ from, to }) => has(from) || has(to)))
}
