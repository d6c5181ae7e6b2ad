import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { placedChartIds } from '../../../query/dashboard/layout.ts'
import { chartsInScope } from '../../../query/dashboard/scope.ts'
import { clausesOf, type FilterClause, type FilterInputs } from '../../../query/data-mask/clauses.ts'
import { hasCrossFilters } from '../features.ts'
import { useDashboard, useDraft } from '../store.ts'

interface FilterView {
  readonly inputs: FilterInputs
  readonly clauses: readonly FilterClause[]
  /** The place of each chart in reading order. */
  readonly order: ReadonlyMap<number, number>
}

const FilterViewContext = createContext<FilterView | null>(null)

/** Works out once for all tiles what filters and clicked charts ask. */
export function FilterInputsProvider({ children }: { children: ReactNode }) {
  const layout = useDraft((draft) => draft.layout)
  const metadata = useDraft((draft) => draft.metadata)
  const masks = useDashboard((state) => state.masks)
  const view = useMemo(() => {
    const scopes = new Map(metadata.filters.map((filter) => [filter.id, null as readonly number[] | null]))
    const inputs: FilterInputs = {
      filters: metadata.filters,
      masks,
      chartConfiguration: metadata.chartConfiguration,
      globalChartConfiguration: metadata.globalChartConfiguration,
      isCrossFilteringEnabled: metadata.isCrossFilteringEnabled && hasCrossFilters(),
      chartsInScope: (filter) => {
        const known = scopes.get(filter.id) ?? chartsInScope(layout, filter.scope)
        scopes.set(filter.id, known)
        return known
      },
    }
    const order = new Map(placedChartIds(layout).map((id, index) => [id, index]))
    return { inputs, clauses: clausesOf(inputs), order }
  }, [layout, metadata, masks])
  return <FilterViewContext value={view}>{children}</FilterViewContext>
}

export function useFilterView(): FilterView {
  const view = useContext(FilterViewContext)
  if (!view) throw new Error('Filters are read outside a dashboard')
  return view
}
