import { useEffect } from 'react'
import { isRequired, maskOf } from '../../../query/data-mask/emit.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import { useDashboard } from '../store.ts'
import { useFilterView } from './filter-inputs.tsx'
import { useMask } from './use-mask.ts'

/** Loaded when the pointer comes to a filter, or when its choices open. */
const { part: FilterInput, ahead } = partAhead(
  () => import('./filter-input.tsx').then((module) => module.FilterInput),
  <Skeleton lines={4} />,
)

export { ahead as loadFilterInput }

/** The input of a filter, wired to the dashboard: a choice waits until it is applied. */
export function FilterField({ filter, onDone }: { filter: NativeFilter; onDone?: () => void }) {
  const t = useText()
  const mask = useMask(filter)
  const choose = useDashboard((state) => state.choose)
  const pending = useDashboard((state) => state.pending)
  const { inputs } = useFilterView()
  useFilterFocus(filter.id)
  const isMissing = isRequired(filter) && mask.filterState.value == null
  return (
    <div className="col g1">
      <FilterInput
        filter={filter}
        value={mask.filterState.value}
        filters={inputs.filters}
        masks={{ ...inputs.masks, ...pending }}
        onChange={(value, label) => choose(filter, maskOf(filter, value, label ?? null))}
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
