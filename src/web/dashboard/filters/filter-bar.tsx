import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOutOfSight } from '../../../query/dashboard/scope.ts'
import { isFilter, type NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { FilterConfigDialog } from '../lazy-dialogs.tsx'
import { visibleChartIds } from '../model/tabs.ts'
import { dashboardDatasetsQuery } from '../queries.ts'
import { useDashboard, useDraft } from '../store.ts'
import { CrossFilterChips } from './cross-filter-chips.tsx'
import { FilterChip, useValueText } from './filter-chip.tsx'
import { useFilterView } from './filter-inputs.tsx'
import { FilterSteps, useActiveCount, useFilterCommands } from './filter-steps.tsx'
import { LaterRuler } from './later-ruler.tsx'

/** The filters of the dashboard: a strip above the tiles, a column beside them, or a drawer on phones. */
export function FilterBar({ isVertical }: { isVertical: boolean }) {
  const t = useText()
  const isNarrow = useViewport() === 'phone'
  const { shown, hidden } = useSortedFilters()
  const hasAny = shown.length + hidden.length > 0
  const { clauses } = useFilterView()
  const isEditing = useDashboard((state) => state.isEditing)
  const canAdd = useDashboard((state) => state.canEdit) && !isEditing && !isNarrow
  const hasHeading = useDraft((draft) => draft.metadata.filters.length > 0)
  const isEmpty = !hasAny && !hasHeading && clauses.length === 0
  useFilterCommands()
  if (isEmpty && !canAdd) return null
  if (isNarrow) return <NarrowBar filters={[...shown, ...hidden]} />
  if (isVertical) return <VerticalBar shown={shown} hidden={hidden} />
  return (
    <>
      <section className="dash-filters" aria-label={t('Filters')}>
        <div className="dash-filter-chips">
          <InOrder shown={shown} />
          <CrossFilterChips />
          {hidden.length > 0 && <HiddenFilters filters={hidden} />}
          <AddFilterButton />
          <DatasetsFailure />
        </div>
        {!isEmpty && <FilterSteps />}
      </section>
      {!isEditing && <LaterRuler />}
    </>
  )
}

function VerticalBar({ shown, hidden }: { shown: readonly NativeFilter[]; hidden: readonly NativeFilter[] }) {
  const t = useText()
  return (
    <section className="dash-filter-column" aria-label={t('Filters')}>
      <div className="row">
        <span className="b grow">{t('Filters')}</span>
        <FilterSteps isShort />
      </div>
      <CrossFilterChips />
      <InOrder shown={shown} isBlock />
      {hidden.length > 0 && <HiddenFilters filters={hidden} />}
      <AddFilterButton />
      <DatasetsFailure />
    </section>
  )
}

/** The filters with the headings between them. */
function InOrder({ shown, isBlock = false }: { shown: readonly NativeFilter[]; isBlock?: boolean }) {
  const filters = useDraft((draft) => draft.metadata.filters)
  const ids = new Set(shown.map((filter) => filter.id))
  return filters.map((filter) =>
    filter.type === 'DIVIDER' ? (
      <div
        key={filter.id}
        className={isBlock ? 'dash-filter-divider' : 'dash-filter-heading'}
        data-tip={isBlock ? undefined : filter.description || undefined}
      >
        <span className="b">{filter.title}</span>
        {isBlock && filter.description && <span className="t1 c3">{filter.description}</span>}
      </div>
    ) : (
      ids.has(filter.id) && <FilterChip key={filter.id} filter={filter} isBlock={isBlock} />
    ),
  )
}

function NarrowBar({ filters }: { filters: readonly NativeFilter[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const active = useActiveCount()
  return (
    <section className="dash-filters dash-filters-narrow" aria-label={t('Filters')}>
      {filters.length > 0 && (
        <Button icon={<IconAdjustmentsHorizontal aria-hidden />} onClick={() => setOpen(true)}>
          {active === 0 ? t('Filters') : t('{{count}} filter|{{count}} filters', { count: active })}
        </Button>
      )}
      <CrossFilterChips />
      {filters.map((filter) => (
        <SetFilter key={filter.id} filter={filter} onOpen={() => setOpen(true)} />
      ))}
      {isOpen && (
        <Drawer
          title={t('Filters')}
          onClose={() => setOpen(false)}
          footer={<FilterSteps onApplied={() => setOpen(false)} />}
        >
          <div className="col g4">
            <InOrder shown={filters} isBlock />
          </div>
        </Drawer>
      )}
    </section>
  )
}

/** A filter that has a value, and leads to all of them. */
function SetFilter({ filter, onOpen }: { filter: NativeFilter; onOpen: () => void }) {
  const value = useValueText(filter)
  if (value === null) return null
  return (
    <button type="button" className="chip dash-chip" onClick={onOpen}>
      <span className="k">{filter.name}</span>
      <span className="v ell dash-chip-value">{value}</span>
    </button>
  )
}

function HiddenFilters({ filters }: { filters: readonly NativeFilter[] }) {
  const t = useText()
  return (
    <Popover
      label={t('Filters of other tabs')}
      trigger={<Button variant="ghost">{t('{{count}} for other tabs', { count: filters.length })}</Button>}
      width={280}
    >
      <div className="col g3">
        {filters.map((filter) => (
          <FilterChip key={filter.id} filter={filter} isBlock />
        ))}
      </div>
    </Popover>
  )
}

function DatasetsFailure() {
  const t = useText()
  const id = useDashboard((state) => state.dashboardId)
  const { error, refetch, isFetching } = useQuery(dashboardDatasetsQuery(id))
  if (!error) return null
  return (
    <span className="row g1 t2 cd" role="alert">
      {t('The datasets of this dashboard could not be read: {{reason}}', { reason: error.message })}
      <Button size="sm" variant="ghost" loading={isFetching} onClick={() => void refetch()}>
        {t('Retry')}
      </Button>
    </span>
  )
}

function AddFilterButton() {
  const t = useText()
  const canEdit = useDashboard((state) => state.canEdit)
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useViewport() === 'phone'
  if (!canEdit || isNarrow) return null
  return (
    <>
      <Button variant="ghost" icon={<IconPlus aria-hidden />} onClick={() => setOpen(true)}>
        {t('Filter')}
      </Button>
      {isOpen && <FilterConfigDialog isAdding onClose={() => setOpen(false)} />}
    </>
  )
}

/** Filters that act on an open tab, and those that act only on others. */
function useSortedFilters(): { shown: readonly NativeFilter[]; hidden: readonly NativeFilter[] } {
  const filters = useDraft((draft) => draft.metadata.filters)
  const layout = useDraft((draft) => draft.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const visible = new Set(visibleChartIds(layout, activeTabs))
  const all = filters.filter(isFilter)
  const hidden = all.filter((filter) => isOutOfSight(filter, layout, visible))
  return { shown: all.filter((filter) => !hidden.includes(filter)), hidden }
}
