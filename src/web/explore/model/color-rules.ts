import type { FormData } from '../../data/chart-request.ts'
import { columnKind, findColumn } from './fields.ts'
import { columnsIn, metricsIn, metricTitle, wireColumnLabel, wireMetricLabel } from './metrics.ts'
import type { ExploreDataset } from './wire.ts'

export const OPERATORS = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const
export type ColorOperator = (typeof OPERATORS)[number]

/** One rule as it is saved in `conditional_formatting`; fields that this screen does not know are kept. */
export interface WireColorRule {
  readonly column: string
  readonly operator: ColorOperator
  readonly targetValue?: number | null
  readonly targetValueLeft?: number | null
  readonly targetValueRight?: number | null
  /** Green and Red are those of the theme; else a hex colour. */
  readonly colorScheme: string
}

/** The colours that have a name. */
export const NAMED_COLORS = ['Green', 'Red'] as const

/** The saved rules of a form; what is none is left out. */
export function colorRulesIn(value: unknown): readonly WireColorRule[] {
  if (!Array.isArray(value)) return []
  return value.filter((one) => typeof one?.column === 'string' && typeof one.colorScheme === 'string')
}

/** A rule that has yet to be filled in, for the first of the columns. */
export const newColorRule = (columns: readonly ColorColumn[]): WireColorRule => ({
  column: columns[0]?.name ?? '',
  operator: '>',
  targetValue: null,
  colorScheme: NAMED_COLORS[0],
})

/** How many values an operator compares with. */
export function targetCount(operator: string): 0 | 1 | 2 {
  if (operator === 'None') return 0
  return operator.includes('x') ? 2 : 1
}

/** Another operator, with a value that both compare with. */
export function withOperator(rule: WireColorRule, operator: ColorOperator): WireColorRule {
  const { targetValue, targetValueLeft, targetValueRight, ...rest } = rule
  const first = targetValue ?? targetValueLeft ?? null
  switch (targetCount(operator)) {
    case 0:
      return { ...rest, operator }
    case 1:
      return { ...rest, operator, targetValue: first }
    default:
      return { ...rest, operator, targetValueLeft: first, targetValueRight: targetValueRight ?? null }
  }
}

type RuleProblems = Partial<Record<'column' | 'target' | 'left' | 'right', string>>

/** What is missing or wrong before a rule can be applied, by field. */
export function colorRuleProblems(rule: WireColorRule): RuleProblems {
  const count = targetCount(rule.operator)
  const { targetValueLeft: left = null, targetValueRight: right = null } = rule
  return {
    ...(rule.column === '' ? { column: EMPTY } : {}),
    ...(count === 1 && rule.targetValue == null ? { target: EMPTY } : {}),
    ...(count === 2 && left === null ? { left: EMPTY } : {}),
    ...(count === 2 && right === null ? { right: EMPTY } : {}),
    ...(count === 2 && left !== null && right !== null && left >= right ? { right: 'has to be above the first' } : {}),
  }
}

const EMPTY = 'cannot be empty'

/** What a rule holds for, in signs: `> 5`, `1 ≤ x < 9`. */
export function colorRuleWords(rule: WireColorRule): string {
  const { operator } = rule
  if (targetCount(operator) === 0) return ''
  if (targetCount(operator) === 1) return `${operator} ${rule.targetValue ?? ''}`.trim()
  return `${rule.targetValueLeft ?? ''} ${operator} ${rule.targetValueRight ?? ''}`.trim()
}

export interface ColorColumn {
  readonly name: string
  readonly title: string
}

/** The columns of numbers that a table or a pivot table shows under its settings. */
export function colorColumns(form: FormData, dataset: ExploreDataset): readonly ColorColumn[] {
  const metrics = titled(form.metrics, dataset)
  if (form.viz_type !== 'table') return metrics
  if (form.query_mode === 'raw') return numbers(form.all_columns, dataset)
  const shares = titled(form.percent_metrics, dataset).map(({ name, title }) => ({
    name: `%${name}`,
    title: `% ${title}`,
  }))
  return [...metrics, ...shares, ...numbers(form.groupby, dataset)]
}

const titled = (value: unknown, dataset: ExploreDataset): readonly ColorColumn[] =>
  metricsIn(value).map((metric) => ({ name: wireMetricLabel(metric), title: metricTitle(metric, dataset.metrics) }))

function numbers(value: unknown, dataset: ExploreDataset): readonly ColorColumn[] {
  return columnsIn(value).flatMap((column) => {
    const name = wireColumnLabel(column)
    const known = findColumn(dataset, name)
    return known && columnKind(known) === 'number' ? [{ name, title: known.verbose_name || name }] : []
  })
}
