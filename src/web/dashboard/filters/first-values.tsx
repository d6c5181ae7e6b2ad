import { useEffect } from 'react'
import { optionsRequest, valuesFrom } from '../../../query/dashboard/filter-options.ts'
import { parentsExtra } from '../../../query/data-mask/clauses.ts'
import { awaitsFirstValue, maskOf } from '../../../query/data-mask/emit.ts'
import { isFilter, type NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useFilterData } from './use-filter-data.ts'

/** Gives filters that begin with their first value that value, parents before those that depend on them. */
export function FirstValues() {
  const filters = useDraft((draft) => draft.metadata.filters)
  const masks = useDashboard((state) => state.masks)
  const waiting = filters.filter(isFilter).filter((filter) => awaitsFirstValue(filter, masks))
  const ready = waiting.filter((filter) => !waiting.some((one) => filter.cascadeParentIds.includes(one.id)))
  return ready.map((filter) => <FirstValue key={filter.id} filter={filter} />)
}

function FirstValue({ filter }: { filter: NativeFilter }) {
  const filters = useDraft((draft) => draft.metadata.filters)
  const masks = useDashboard((state) => state.masks)
  const settleMask = useDashboard((state) => state.settleMask)
  const request = optionsRequest(filter, '', parentsExtra(filter, filters, masks))
  const { data, isError } = useFilterData(request)
  const isOver = isError || request === null
  useEffect(() => {
    if (data === undefined && !isOver) return
    const [first] = valuesFrom(data, filter.targets[0]?.column?.name ?? '')
    settleMask(maskOf(filter, first === undefined ? null : [first]))
  }, [data, isOver, filter, settleMask])
  return null
}
