import { emptyMask } from './emit.ts'
import type { DataMask, MaskFilter } from './filter-config.ts'

/** Which columns equal which values, as a click on a mark says it. */
export interface ClickedMark {
  readonly filters: readonly { readonly column: string; readonly values: readonly unknown[] }[]
  readonly label: string
}

/** The data mask after a click: it takes over what was clicked, or clears when that was chosen already. */
export function toggledMask(chartId: number, current: DataMask | undefined, clicked: ClickedMark): DataMask {
  const next = crossFilterMask(chartId, clicked)
  const isSame = current !== undefined && sameFilters(current, next)
  return isSame
    ? { ...emptyMask(String(chartId)), ownState: current.ownState }
    : { ...next, ownState: current?.ownState ?? {} }
}

/** What a chart emits for a clicked mark. */
function crossFilterMask(chartId: number, clicked: ClickedMark): DataMask {
  const values = clicked.filters.flatMap((filter) => filter.values)
  return {
    id: String(chartId),
    extraFormData: { filters: clicked.filters.map(conditionOf) },
    filterState: { value: values, selectedValues: values, label: clicked.label },
    ownState: {},
  }
}

/** The values by which a chart's marks are chosen; null when none are. */
export function selectedValues(mask: DataMask | undefined): readonly unknown[] | null {
  const value = mask?.filterState.value
  return Array.isArray(value) && value.length > 0 ? value : null
}

function conditionOf(filter: { readonly column: string; readonly values: readonly unknown[] }): MaskFilter {
  const known = filter.values.filter((value) => value !== null && value !== undefined)
  if (known.length === 0) return { col: filter.column, op: 'IS NULL' }
  return { col: filter.column, op: 'IN', val: known }
}

function sameFilters(one: DataMask, other: DataMask): boolean {
  return JSON.stringify(one.extraFormData.filters ?? []) === JSON.stringify(other.extraFormData.filters ?? [])
}
