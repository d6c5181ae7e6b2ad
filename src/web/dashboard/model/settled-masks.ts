import { beginsWithFirst, defaultMask } from '../../../query/data-mask/emit.ts'
import {
  type DataMasks,
  type FilterConfig,
  isFilter,
  type NativeFilter,
} from '../../../query/data-mask/filter-config.ts'

/** Choices after the filters were set up anew: kept where the filter still asks the same, else back to the default. */
export function withSettledMasks(
  masks: DataMasks,
  before: readonly FilterConfig[],
  after: readonly FilterConfig[],
): DataMasks {
  const old = new Map(before.filter(isFilter).map((filter) => [filter.id, filter]))
  const clicked = Object.entries(masks).filter(([id]) => !before.some((filter) => filter.id === id))
  const chosen = after.filter(isFilter).flatMap((filter) => {
    const mask = masks[filter.id]
    const known = old.get(filter.id)
    const isKept = mask !== undefined && known !== undefined && asksTheSame(known, filter)
    if (!isKept && beginsWithFirst(filter)) return []
    return [[filter.id, isKept ? mask : defaultMask(filter)] as const]
  })
  return Object.fromEntries([...clicked, ...chosen])
}

function asksTheSame(before: NativeFilter, after: NativeFilter): boolean {
  const facts = ({ filterType, targets, controlValues, defaultDataMask }: NativeFilter) => [
    filterType,
    targets,
    controlValues.enableEmptyFilter === true,
    controlValues.defaultToFirstItem === true,
    controlValues.inverseSelection === true,
    controlValues.multiSelect !== false,
    defaultDataMask.filterState?.value ?? null,
  ]
  return JSON.stringify(facts(before)) === JSON.stringify(facts(after))
}
