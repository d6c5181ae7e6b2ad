import type { DataMask, NativeFilter } from '../data-mask/filter-config.ts'

const SHOWN_VALUES = 3

/** The chosen value of a filter as a few words; null when nothing is chosen. */
export function valueLabel(filter: NativeFilter, mask: DataMask): string | null {
  const { value, label } = mask.filterState
  if (value === null || value === undefined) return null
  switch (filter.filterType) {
    case 'filter_range':
      return rangeLabel(value)
    case 'filter_select':
      return listLabel(Array.isArray(value) ? value : [value], mask.filterState.excludeFilterValues === true)
    default:
      return label ?? (Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value))
  }
}

/** The words for what a clicked chart filters by. */
export function crossFilterLabel(mask: DataMask): string {
  const { label, value } = mask.filterState
  return label ?? (Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value))
}

/** The column, or columns, that a clicked chart filters. */
export function crossFilterColumns(mask: DataMask): string {
  return (mask.extraFormData.filters ?? []).map((filter) => textOf(filter.col)).join(', ')
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function listLabel(values: readonly unknown[], isInverse: boolean): string {
  const words = values.slice(0, SHOWN_VALUES).map(textOf).join(', ')
  const more = values.length > SHOWN_VALUES ? ` +${values.length - SHOWN_VALUES}` : ''
  return `${isInverse ? '≠ ' : ''}${words}${more}`
}

function rangeLabel(value: unknown): string {
  const [low, high] = Array.isArray(value) ? value : [value, value]
  if (low === high) return textOf(low)
  if (low === null || low === undefined) return `≤ ${textOf(high)}`
  if (high === null || high === undefined) return `≥ ${textOf(low)}`
  return `${textOf(low)} – ${textOf(high)}`
}
