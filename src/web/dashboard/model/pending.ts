import { beginsWithFirst, defaultMask, isRequired } from '../../../query/data-mask/emit.ts'
import {
  type DataMask,
  type DataMasks,
  type FilterConfig,
  isFilter,
  type NativeFilter,
} from '../../../query/data-mask/filter-config.ts'

/** Choices that wait to be applied, with one more; a choice of what is applied already waits for nothing. */
export function withChoice(pending: DataMasks, applied: DataMasks, filter: NativeFilter, mask: DataMask): DataMasks {
  const before = applied[filter.id] ?? defaultMask(filter)
  const rest = withoutChoice(pending, filter.id)
  return valueText(before) === valueText(mask) ? rest : { ...rest, [filter.id]: mask }
}

/** Choices that wait, without those of one filter. */
export function withoutChoice(pending: DataMasks, filterId: string): DataMasks {
  if (pending[filterId] === undefined) return pending
  return Object.fromEntries(Object.entries(pending).filter(([id]) => id !== filterId))
}

/** The filters that hold up the others: required ones without a value, and those that begin with one and were emptied. */
export function emptyRequired(
  filters: readonly FilterConfig[],
  applied: DataMasks,
  pending: DataMasks,
): readonly NativeFilter[] {
  return filters.filter(isFilter).filter((filter) => {
    const mask = pending[filter.id] ?? applied[filter.id] ?? defaultMask(filter)
    const mustHave = isRequired(filter) || (beginsWithFirst(filter) && pending[filter.id] !== undefined)
    return mustHave && mask.filterState.value == null
  })
}

const valueText = (mask: DataMask) => JSON.stringify(mask.filterState.value ?? null)
