import { useMemo } from 'react'
import { defaultMask } from '../../../query/data-mask/emit.ts'
import type { DataMask, NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { useDashboard } from '../store.ts'

/** What is chosen in a filter, applied or not: its default until something is. */
export function useMask(filter: NativeFilter): DataMask {
  const applied = useAppliedMask(filter)
  return useDashboard((state) => state.pending[filter.id]) ?? applied
}

/** What charts know of a filter: its default until something is chosen. */
export function useAppliedMask(filter: NativeFilter): DataMask {
  const chosen = useDashboard((state) => state.masks[filter.id])
  return useMemo(() => chosen ?? defaultMask(filter), [chosen, filter])
}
