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
  return parts.reduce(mergeTwo, {})
}

/** True when a contribution asks for nothing. */
export function isEmptyExtra(extra: ExtraFormData): boolean {
  return Object.keys(mergeExtraFormData([extra])).length === 0
}

function mergeTwo(before: ExtraFormData, after: ExtraFormData): ExtraFormData {
  const joined = APPENDED.filter((key) => after[key]?.length).map((key) => [
    key,
    [...(before[key] ?? []), ...(after[key] ?? [])],
  ])
  const replaced = REPLACED.filter((key) => after[key] != null).map((key) => [key, after[key]])
  const custom = after.custom_form_data
    ? { custom_form_data: { ...before.custom_form_data, ...after.custom_form_data } }
    : {}
  return { ...before, ...Object.fromEntries([...joined, ...replaced]), ...custom }
}
