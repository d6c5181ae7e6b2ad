import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, TableDrawing } from '../chart.ts'
import { categoryText, firstFrame } from '../parts/frame.ts'
import { numberFormatter } from '../parts/number-format.ts'
import { groupsOf, type PeriodRow, periodsOf } from '../parts/periods.ts'
import { writing } from '../parts/writing.ts'
import type { TTestOptions } from './options.ts'
import { pairedP } from './student.ts'

type TableColumn = TableDrawing['columns'][number]

/** A group against the one that all of its metric are compared with. */
interface Comparison {
  readonly group: string
  readonly metric: string
  readonly isControl: boolean
  readonly pairs: number
  readonly p: number | null
  readonly lift: number | null
}

const MOST_DIGITS = 12

/** A table of whether groups differ over time from one of them by more than chance. */
export function drawTTest(options: TTestOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const { rows } = periodsOf(options, firstFrame(frames), context.titles)
  const metrics = [...new Set(options.metrics.map(metricLabel))]
  const comparisons = metrics.flatMap((metric) => comparisonsOf(options, rows, metric, context))
  const columns = columnsOf(options, comparisons, metrics.length > 1)
  const table = {
    columns,
    rowCount: comparisons.length,
    totals: null,
    pageLength: null,
    serverPage: null,
    hasSearch: false,
  }
  return { kind: 'table', table, summary: summaryOf(options, comparisons) }
}

function comparisonsOf(
  options: TTestOptions,
  rows: readonly PeriodRow[],
  metric: string,
  { titles }: DrawContext,
): readonly Comparison[] {
  const own = rows.filter((row) => row.metric === metric)
  const title = titles[metric] ?? metric
  const nameOf = ({ keys, name }: PeriodRow) =>
    groupsOf(options).length > 0 ? keys.map(categoryText).join(', ') : name
  const control = own.find((row) => nameOf(row) === options.control) ?? own[0]
  return own.map((row) => ({
    group: nameOf(row),
    metric: title,
    isControl: row === control,
    ...compared(row, control),
  }))
}

function compared(row: PeriodRow, control: PeriodRow | undefined) {
  const pairs = row.values.flatMap((value, at) => {
    const other = control?.values[at] ?? null
    return value === null || other === null ? [] : [{ value, other }]
  })
  if (row === control || control === undefined) return { pairs: pairs.length, p: null, lift: null }
  const [sum, base] = [pairs.reduce((so, { value }) => so + value, 0), pairs.reduce((so, { other }) => so + other, 0)]
  return {
    pairs: pairs.length,
    p: pairedP(pairs.map(({ value, other }) => value - other)),
    lift: base === 0 ? null : (sum - base) / Math.abs(base),
  }
}

const digits = (value: number | null) => Math.min(MOST_DIGITS, Math.max(0, Math.round(value ?? 0)))

function columnsOf(options: TTestOptions, rows: readonly Comparison[], hasMetrics: boolean): readonly TableColumn[] {
  const { word } = writing()
  const writeP = numberFormatter(`.${digits(options.pDigits)}f`)
  const writeLift = numberFormatter(`+,.${digits(options.liftDigits)}~%`)
  const level = options.significance ?? 0
  const least = 10 ** -digits(options.pDigits)
  const pText = (p: number) => (p < least / 2 ? `< ${writeP(least)}` : writeP(p))
  const column = (
    name: string,
    label: string,
    align: 'left' | 'right',
    text: (row: Comparison) => string | null,
  ): TableColumn => ({
    name,
    label,
    align,
    isDimension: false,
    text: (at) => {
      const row = rows[at]
      return row === undefined ? null : text(row)
    },
    raw: (at) =>
      name === 'p' ? rows[at]?.p : name === 'lift' ? rows[at]?.lift : name === 'pairs' ? rows[at]?.pairs : undefined,
  })
  const control = word('Compared with')
  const verdict = ({ isControl, p }: Comparison) =>
    isControl ? control : p === null ? '–' : word(p < level ? 'Yes' : 'No')
  const metric = column('metric', word('Metric'), 'left', (row) => row.metric)
  return [
    ...(hasMetrics ? [metric] : []),
    column('group', word('Group'), 'left', ({ group }) => group),
    column('p', 'p', 'right', ({ isControl, p }) => (isControl || p === null ? '–' : pText(p))),
    column('lift', word('Lift'), 'right', ({ isControl, lift }) =>
      isControl || lift === null ? '–' : writeLift(lift),
    ),
    column('pairs', word('Pairs'), 'right', ({ pairs }) => String(pairs)),
    column('significant', word('Significant'), 'left', verdict),
  ]
}

function summaryOf({ significance }: TTestOptions, rows: readonly Comparison[]): string {
  const compared = rows.filter(({ isControl }) => !isControl)
  if (compared.length === 0) return 'Paired t-test without groups to compare.'
  const found = compared.filter(({ p }) => p !== null && p < (significance ?? 0)).length
  return `Paired t-test, ${compared.length} comparisons, ${found} of them significant.`
}
