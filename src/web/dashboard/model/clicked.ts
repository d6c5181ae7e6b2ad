import { type ClickedMark, toggledMask } from '../../../query/data-mask/cross-filter.ts'
import type { ExtraFormData } from '../../../query/data-mask/filter-config.ts'
import type { ClickBehavior } from './click-behavior.ts'

/** What a clicked mark adds to the question of a chart. */
export const clickedExtra = (clicked: ClickedMark): ExtraFormData => toggledMask(0, undefined, clicked).extraFormData

/**
 * The address that a click opens, with the clicked values in place of their columns in braces; null for one that leads
 * nowhere, or not to a page of the web.
 */
export function clickedAddress(behavior: ClickBehavior, clicked: ClickedMark, base: string): string | null {
  if (behavior.kind === 'dashboard')
    return behavior.idOrSlug === '' ? null : dashboardAddress(behavior.idOrSlug, clicked)
  if (behavior.kind !== 'address' || behavior.address.trim() === '') return null
  const values = new Map(clicked.filters.map(({ column, values: own }) => [column, own.map(textOf).join(',')]))
  const filled = behavior.address.trim().replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = values.get(name.trim())
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const { protocol, href } = URL.parse(filled, base) ?? {}
  return protocol === 'http:' || protocol === 'https:' ? (href ?? null) : null
}

/** Filters of the other dashboard that choose among the same columns begin with the clicked values. */
function dashboardAddress(idOrSlug: string, { filters }: ClickedMark): string {
  const chosen = Object.fromEntries(filters.map(({ column, values }) => [column, values]))
  const search = new URLSearchParams({ preselect_filters: JSON.stringify({ clicked: chosen }) })
  return `/superset/dashboard/${encodeURIComponent(idOrSlug)}/?${search}`
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

type FormData = Readonly<Record<string, unknown>>

/** Settings that name what charts are split by. */
const DIMENSIONS = [
  'x_axis',
  'groupby',
  'columns',
  'all_columns',
  'groupbyRows',
  'groupbyColumns',
  'series',
  'entity',
  'source',
  'target',
]

/** Settings of a chart in which another column stands where the clicked one stood. */
export function brokenDown(formData: FormData, clicked: ClickedMark, column: string): FormData {
  if (column === '') return formData
  const names = new Set(clicked.filters.map((filter) => filter.column))
  const swap = (value: unknown) => (typeof value === 'string' && names.has(value) ? column : value)
  const swapped = (value: unknown) => (Array.isArray(value) ? [...new Set(value.map(swap))] : swap(value))
  const next = DIMENSIONS.flatMap((field) => (formData[field] === undefined ? [] : [[field, swapped(formData[field])]]))
  return { ...formData, ...Object.fromEntries(next) }
}
