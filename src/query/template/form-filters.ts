import type { TemplateFilter } from './context.ts'

type Loose = Readonly<Record<string, unknown>>
const listOf = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []

/** The filters of a chart's form data: its own, older ones, and those that a dashboard adds. */
export function formFilters(formData: Loose): readonly TemplateFilter[] {
  const adhoc = listOf(formData.adhoc_filters)
    .filter((filter) => filter.expressionType === 'SIMPLE' && (filter.clause ?? 'WHERE') === 'WHERE')
    .map((filter) => ({ column: String(filter.subject), op: String(filter.operator ?? ''), value: filter.comparator }))
  const extra = formData.extra_form_data as Loose | undefined
  const plain = [...listOf(formData.filters), ...listOf(formData.extra_filters), ...listOf(extra?.filters)]
    .filter((filter) => typeof filter.col === 'string' && !String(filter.col).startsWith('__'))
    .map((filter) => ({ column: String(filter.col), op: String(filter.op ?? ''), value: filter.val }))
  return [...adhoc, ...plain]
}

/** The time range of a chart's form data, a dashboard's first. */
export function formTimeRange(formData: Loose): string | null {
  const extra = formData.extra_form_data as Loose | undefined
  const range =
    extra?.time_range ??
    listOf(formData.extra_filters).find(({ col }) => col === '__time_range')?.val ??
    formData.time_range
  return typeof range === 'string' ? range : null
}
