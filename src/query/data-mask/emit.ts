import type { DataMask, DataMasks, ExtraFormData, FilterState, FilterTarget, NativeFilter } from './filter-config.ts'

/** A filter that lets no row through: what a required but empty filter asks. */
const NO_ROWS: ExtraFormData = {
  adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
}
const SINGLE_EXACT = 2
const NO_FILTER = 'No filter'

/** The data mask of a filter in which nothing is chosen. */
export function emptyMask(id: string): DataMask {
  return { id, extraFormData: {}, filterState: {}, ownState: {} }
}

/** The data mask that a filter starts from: its default value, or nothing. */
export function defaultMask(filter: NativeFilter): DataMask {
  const mask = filter.defaultDataMask
  if (mask.filterState?.value == null) return maskOf(filter, null)
  return {
    id: filter.id,
    extraFormData: mask.extraFormData ?? {},
    filterState: mask.filterState,
    ownState: mask.ownState ?? {},
  }
}

/** The data mask of a filter with a value chosen; null clears it. */
export function maskOf(filter: NativeFilter, value: unknown, label: string | null = null): DataMask {
  const isInverse = filter.controlValues.inverseSelection === true
  const filterState: FilterState = {
    value: isUnset(filter, value) ? null : value,
    ...(label !== null && { label }),
    ...(filter.filterType === 'filter_select' && isInverse && { excludeFilterValues: true }),
  }
  return { id: filter.id, extraFormData: extraOf(filter, value), filterState, ownState: {} }
}

/** True when a filter must have a value before the charts in its scope may ask. */
export function isRequired(filter: NativeFilter): boolean {
  return filter.controlValues.enableEmptyFilter === true
}

/** True while a filter that begins with its first value has not been given it, nor anything else. */
export function awaitsFirstValue(filter: NativeFilter, masks: DataMasks): boolean {
  return beginsWithFirst(filter) && masks[filter.id] === undefined
}

/** True for a filter that begins with the first of its choices, having no default of its own. */
export function beginsWithFirst(filter: NativeFilter): boolean {
  const isAsked = filter.filterType === 'filter_select' && filter.controlValues.defaultToFirstItem === true
  return isAsked && filter.defaultDataMask.filterState?.value == null
}

/** True when nothing is chosen. In a list of values null is a value; in a range it is an open end. */
function isUnset(filter: NativeFilter, value: unknown): boolean {
  if (value == null || value === '' || value === NO_FILTER) return true
  if (!Array.isArray(value)) return false
  return filter.filterType === 'filter_range' ? value.every((bound) => bound == null) : value.length === 0
}

function extraOf(filter: NativeFilter, value: unknown): ExtraFormData {
  if (isUnset(filter, value)) return isRequired(filter) ? NO_ROWS : {}
  const [target] = filter.targets
  switch (filter.filterType) {
    case 'filter_select':
      return selectExtra(filter, target, value)
    case 'filter_range':
      return rangeExtra(filter, target, value)
    case 'filter_time':
      return { time_range: String(value) }
    case 'filter_timecolumn':
      return { granularity_sqla: String(firstOf(value)) }
    case 'filter_timegrain':
      return { time_grain_sqla: String(firstOf(value)) }
  }
}

function selectExtra(filter: NativeFilter, target: FilterTarget | undefined, value: unknown): ExtraFormData {
  const col = target?.column?.name
  if (!col) return {}
  const values = Array.isArray(value) ? value : [value]
  const op = filter.controlValues.inverseSelection === true ? 'NOT IN' : 'IN'
  return { filters: [{ col, op, val: values }] }
}

function rangeExtra(filter: NativeFilter, target: FilterTarget | undefined, value: unknown): ExtraFormData {
  const col = target?.column?.name
  if (!col || !Array.isArray(value)) return {}
  const [low, high] = value as readonly unknown[]
  if (filter.controlValues.enableSingleValue === SINGLE_EXACT && low != null) {
    return { filters: [{ col, op: '==', val: low }] }
  }
  const filters = [
    ...(low == null ? [] : [{ col, op: '>=', val: low }]),
    ...(high == null ? [] : [{ col, op: '<=', val: high }]),
  ]
  return { filters }
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}
