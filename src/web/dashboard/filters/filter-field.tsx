import { useEffect } from 'react'
import { isRequired, maskOf } from '../../../query/data-mask/emit.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { useText } from '../../ui/text.ts'
import { useDashboard } from '../store.ts'
import { FilterInput } from './filter-input.tsx'
import { useFilterView } from './filter-inputs.tsx'
import { useMask } from './use-mask.ts'

/** The input of a filter, wired to the dashboard: a choice acts at once. */
export function FilterField({ filter, onDone }: { filter: NativeFilter; onDone?: () => void }) {
  const t = useText()
  const mask = useMask(filter)
  const setMask = useDashboard((state) => state.setMask)
  const { inputs } = useFilterView()
  useFilterFocus(filter.id)
  const isMissing = isRequired(filter) && mask.filterState.value == null
  return (
    <div className="col g1">
      <FilterInput
        filter={filter}
        value={mask.filterState.value}
        filters={inputs.filters}
        masks={inputs.masks}
        onChange={(value, label) => setMask(maskOf(filter, value, label ?? null))}
        onDone={onDone}
      />
      {isMissing && <span className="t1 cd">{t('Charts wait for a value')}</span>}
    </div>
  )
}

/** While its choices are open, the charts that a filter reaches stand out. */
function useFilterFocus(id: string): void {
  const focusFilter = useDashboard((state) => state.focusFilter)
  useEffect(() => {
    focusFilter(id)
    return () => focusFilter(null)
  }, [id, focusFilter])
}
