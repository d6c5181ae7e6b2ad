import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { usePages } from '../../data/list.ts'
import { filterOptions } from '../../ui/options.ts'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import type { FilterProblem } from '../model/filter-edit.ts'
import { type DashboardDataset, datasetFrom } from '../model/wire.ts'
import { dashboardDatasetsQuery, datasetPages, datasetQuery } from '../queries.ts'
import { useDashboard } from '../store.ts'

interface FilterTargetFieldsProps {
  filter: NativeFilter
  errorOf: (field: FilterProblem['field']) => string | null
  onChange: (filter: NativeFilter) => void
}

const NUMBER = 0

/** The dataset and column that a filter reads its choices from. */
export function FilterTargetFields({ filter, errorOf, onChange }: FilterTargetFieldsProps) {
  const t = useText()
  const [target = {}] = filter.targets
  const { data: dataset, isLoading } = useQuery(datasetQuery(target.datasetId ?? null))
  const [search, setSearch] = useState('')
  const datasets = useDatasetChoices(search, dataset ?? null)
  const needsColumn = filter.filterType === 'filter_select' || filter.filterType === 'filter_range'
  const columns = (dataset?.columns ?? []).filter(
    (column) => column.isFilterable && (filter.filterType !== 'filter_range' || column.generic === NUMBER),
  )
  return (
    <div className="dash-form-pair">
      <Select
        label={t('Dataset')}
        value={target.datasetId ?? null}
        error={errorOf('dataset')}
        searchable
        onChange={(datasetId: number) => onChange({ ...filter, targets: [{ datasetId }], defaultDataMask: {} })}
        options={datasets.options}
        isLoading={datasets.isFetching}
        onSearch={setSearch}
        onMore={datasets.more}
      />
      {needsColumn && (
        <Select
          label={t('Column')}
          value={target.column?.name ?? null}
          error={errorOf('column')}
          disabled={target.datasetId === undefined}
          isLoading={isLoading}
          emptyText={t('The dataset has no such column')}
          onChange={(name: string) => {
            const isUnnamed = filter.name.trim() === ''
            const label = columns.find((column) => column.name === name)?.label ?? name
            onChange({
              ...filter,
              name: isUnnamed ? label : filter.name,
              targets: [{ ...target, column: { name } }],
              defaultDataMask: {},
            })
          }}
          options={columns.map((column) => ({
            value: column.name,
            label: column.label,
            hint: column.type ?? undefined,
          }))}
        />
      )}
    </div>
  )
}

/** Datasets of the charts on this dashboard first, then all others, page by page. The chosen one is always there. */
function useDatasetChoices(search: string, chosen: DashboardDataset | null) {
  const t = useText()
  const id = useDashboard((state) => state.dashboardId)
  const { data: own = [] } = useQuery(dashboardDatasetsQuery(id))
  const { rows, isFetching, more } = usePages(datasetPages(search))
  const known = new Set(own.map((dataset) => dataset.id))
  const option = (group: string) => (dataset: DashboardDataset) => ({ value: dataset.id, label: dataset.name, group })
  const here = own.map(option(t('On this dashboard')))
  const listed = rows.map(datasetFrom).filter((dataset) => !known.has(dataset.id))
  const isChosenMissing =
    chosen !== null && search === '' && ![...own, ...listed].some(({ id: one }) => one === chosen.id)
  const others = isChosenMissing ? [chosen, ...listed] : listed
  return { options: [...filterOptions(here, search), ...others.map(option(t('Others')))], isFetching, more }
}
