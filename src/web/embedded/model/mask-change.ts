import type { DataMasks } from '../../../query/data-mask/filter-config.ts'

const NATIVE = /^NATIVE_FILTER/

interface MaskChange {
  readonly crossFiltersChanged: boolean
  readonly nativeFiltersChanged: boolean
}

/** Which kinds of filters differ between two states of a dashboard: those of its bar, or those of its charts. */
export function maskChange(masks: DataMasks, before: DataMasks): MaskChange {
  const changed = [...new Set([...Object.keys(masks), ...Object.keys(before)])].filter(
    (id) => JSON.stringify(masks[id]) !== JSON.stringify(before[id]),
  )
  return {
    crossFiltersChanged: changed.some((id) => !NATIVE.test(id)),
    nativeFiltersChanged: changed.some((id) => NATIVE.test(id)),
  }
}
