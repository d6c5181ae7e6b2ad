import { columnKind } from './fields.ts'
import {
  type FilterOperator,
  filterProblem,
  OPERATORS,
  operatorOf,
  simpleFilter,
  sqlFilter,
  timeFilter,
  typedValue,
} from './filters.ts'
import { NO_FILTER } from './time-range.ts'
import type { DatasetColumn, WireFilter } from './wire.ts'

export type FilterTab = 'values' | 'condition' | 'sql'

/** A filter while it is edited: what each of the tabs holds stays when another is shown. */
export interface FilterDraft {
  readonly tab: FilterTab
  readonly column: DatasetColumn | null
  readonly isExcluding: boolean
  readonly values: readonly unknown[]
  readonly operator: FilterOperator
  readonly text: string
  readonly range: string
  readonly sql: string
  readonly clause: 'WHERE' | 'HAVING'
  readonly name: string | undefined
}

const operator = (id: string): FilterOperator => OPERATORS.find((one) => one.id === id) ?? IN
const IN = OPERATORS[0] as FilterOperator

/** The first state of the editor, for a filter that is there or for one to be made. */
export function openDraft(filter: WireFilter | null, column: DatasetColumn | null): FilterDraft {
  const found = filter === null ? null : operatorOf(filter)
  const comparator = filter?.comparator
  return {
    tab: tabOf(filter, found),
    column,
    isExcluding: found?.id === 'NOT_IN',
    values: Array.isArray(comparator) ? comparator : [],
    operator: found === null || found.values === 'many' ? operator('EQUALS') : found,
    text: comparator == null || Array.isArray(comparator) ? '' : String(comparator),
    range: found?.values === 'range' && comparator ? String(comparator) : NO_FILTER,
    sql: filter?.sqlExpression ?? '',
    clause: filter?.clause ?? 'WHERE',
    name: filter?.filterOptionName,
  }
}

/** Another column: what was chosen for the old one does not fit it. */
export function withColumn(draft: FilterDraft, column: DatasetColumn): FilterDraft {
  if (draft.column?.column_name === column.column_name) return draft
  const isTime = columnKind(column) === 'time'
  const next = isTime ? 'TEMPORAL_RANGE' : columnKind(column) === 'number' ? 'GREATER_THAN' : 'EQUALS'
  const tab = draft.tab === 'sql' ? draft.tab : startTab(column)
  return { ...draft, tab, column, values: [], text: '', range: NO_FILTER, operator: operator(next) }
}

export const toggleValue = (draft: FilterDraft, value: unknown): FilterDraft => ({
  ...draft,
  values: draft.values.includes(value) ? draft.values.filter((one) => one !== value) : [...draft.values, value],
})

/** All the listed values chosen, or what was chosen among them left out and the rest taken. */
export const chooseAll = (draft: FilterDraft, listed: readonly unknown[]): FilterDraft => ({
  ...draft,
  values: [...new Set([...draft.values, ...listed])],
})
export const invert = (draft: FilterDraft, listed: readonly unknown[]): FilterDraft => ({
  ...draft,
  values: [
    ...draft.values.filter((value) => !listed.includes(value)),
    ...listed.filter((value) => !draft.values.includes(value)),
  ],
})

/** The filter that the draft makes, or null while something is missing. */
export function filterOf(draft: FilterDraft): WireFilter | null {
  const filter = draft.tab === 'sql' ? sqlFilter(draft.sql.trim(), draft.clause) : columnFilter(draft)
  if (filter === null || filterProblem(filter) !== null) return null
  return draft.name === undefined ? filter : { ...filter, filterOptionName: draft.name }
}

/** The operators that fit a column. */
export function operatorsFor(column: DatasetColumn | null): readonly FilterOperator[] {
  const kind = column === null ? 'other' : columnKind(column)
  return OPERATORS.filter((one) => {
    if (one.values === 'many') return false
    if (one.values === 'range') return kind === 'time'
    if (one.operator.includes('LIKE') || one.operator === 'REGEX') return kind !== 'boolean'
    return one.id === 'IS_TRUE' || one.id === 'IS_FALSE' ? kind === 'boolean' || kind === 'other' : true
  })
}

/** The filter that a dropped column starts with: it lets everything through. */
export function startFilter(column: DatasetColumn | null): WireFilter {
  const name = column?.column_name ?? ''
  return column !== null && columnKind(column) === 'time'
    ? timeFilter(name, NO_FILTER)
    : simpleFilter(name, operator('IS_NOT_NULL'), null)
}

function columnFilter({ tab, column, operator: chosen, ...draft }: FilterDraft): WireFilter | null {
  if (column === null) return null
  if (tab === 'values')
    return simpleFilter(column.column_name, operator(draft.isExcluding ? 'NOT_IN' : 'IN'), draft.values)
  if (chosen.values === 'range') return timeFilter(column.column_name, draft.range)
  return simpleFilter(column.column_name, chosen, typedValue(draft.text, columnKind(column) === 'number'))
}

function tabOf(filter: WireFilter | null, found: FilterOperator | null): FilterTab {
  if (filter?.expressionType === 'SQL') return 'sql'
  return found === null || found.values === 'many' ? 'values' : 'condition'
}

const startTab = (column: DatasetColumn): FilterTab => {
  const kind = columnKind(column)
  return kind === 'time' || kind === 'number' ? 'condition' : 'values'
}
