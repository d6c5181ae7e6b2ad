import { decodeRison } from '../../wire/rison.ts'
import { beginsWithFirst, defaultMask, emptyMask, maskOf } from '../data-mask/emit.ts'
import { type DataMask, type DataMasks, type FilterConfig, isFilter } from '../data-mask/filter-config.ts'

/** What filters begin with, the later source winning: defaults, then kept state, then the address. One that begins with its first value has none yet. */
export function startingMasks(
  filters: readonly FilterConfig[],
  kept: DataMasks | null,
  search: URLSearchParams,
): DataMasks {
  const settled = filters.filter(isFilter).filter((filter) => !beginsWithFirst(filter))
  const defaults = Object.fromEntries(settled.map((filter) => [filter.id, defaultMask(filter)]))
  return {
    ...defaults,
    ...known(filters, kept ?? {}),
    ...known(filters, objectOf(decoded(search.get('native_filters')))),
    ...preselected(filters, objectOf(decoded(search.get('preselect_filters')))),
  }
}

/** Masks of filters and charts that exist; a mask that says only its value is completed. */
function known(filters: readonly FilterConfig[], masks: Readonly<Record<string, unknown>>): DataMasks {
  const entries = Object.entries(masks).flatMap(([id, raw]) => {
    const mask = objectOf(raw) as Partial<DataMask>
    const filter = filters.filter(isFilter).find((one) => one.id === id)
    if (!filter && !/^\d+$/.test(id)) return []
    const state = mask.filterState ?? {}
    if (filter && mask.extraFormData === undefined) return [[id, maskOf(filter, state.value ?? null)] as const]
    return [
      [id, { ...emptyMask(id), ...mask, id, filterState: state, extraFormData: mask.extraFormData ?? {} }] as const,
    ]
  })
  return Object.fromEntries(entries)
}

/** Values by column, whatever they are grouped under; each goes to the filter of that column. */
function preselected(filters: readonly FilterConfig[], groups: Readonly<Record<string, unknown>>): DataMasks {
  const columns = Object.assign({}, ...Object.values(groups).map(objectOf)) as Record<string, unknown>
  const entries = filters.filter(isFilter).flatMap((filter) => {
    const column = filter.filterType === 'filter_time' ? '__time_range' : (filter.targets[0]?.column?.name ?? '')
    return Object.hasOwn(columns, column) ? [[filter.id, maskOf(filter, columns[column])] as const] : []
  })
  return Object.fromEntries(entries)
}

function decoded(text: string | null): unknown {
  if (!text) return {}
  try {
    return text.startsWith('{') ? JSON.parse(text) : decodeRison(text)
  } catch {
    return {}
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
