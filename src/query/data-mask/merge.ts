import type { ExtraFormData } from './filter-config.ts'

const APPENDED = [
  'filters',
  'adhoc_filters',
  'interactive_groupby',
  'interactive_highlight',
  'interactive_drilldown',
] as const
const REPLACED = [
  'time_range',
  'granularity_sqla',
  'granularity',
  'time_column',
  'time_grain',
  'time_compare',
  'relative_start',
  'relative_end',
  'time_grain_sqla',
] as const

/** One contribution from many, in order: lists are joined, single values are taken from the last that has one. */
export function mergeExtraFormData(parts: readonly ExtraFormData[]): ExtraFormData {
  const merged: Record<string, unknown> = {}
  for (const part of parts) {
    for (const key of APPENDED) {
      const added = part[key]
      if (added?.length) merged[key] = [...((merged[key] as readonly unknown[] | undefined) ?? []), ...added]
    }
    if (part.custom_form_data) {
      merged['custom_form_data'] = { ...(merged['custom_form_data'] as object | undefined), ...part.custom_form_data }
    }
    for (const key of REPLACED) if (part[key] != null) merged[key] = part[key]
  }
  return merged
}

/** True when a contribution asks for nothing. */
export function isEmptyExtra(extra: ExtraFormData): boolean {
  return Object.keys(mergeExtraFormData([extra])).length === 0
}
