import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findChart } from '../../../charts/charts.ts'
import { usePages } from '../../data/list.ts'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { useChartInfo } from '../charts-context.ts'
import { type ClickBehavior, clickBehaviorOf } from '../model/click-behavior.ts'
import { dashboardDatasetsQuery, dashboardPages, dashboardTitleQuery } from '../queries.ts'
import { useDashboard, useDraft } from '../store.ts'

const START: Readonly<Record<ClickBehavior['kind'], ClickBehavior>> = {
  filter: { kind: 'filter' },
  breakdown: { kind: 'breakdown', column: '' },
  rows: { kind: 'rows' },
  dashboard: { kind: 'dashboard', idOrSlug: '' },
  address: { kind: 'address', address: '' },
}

/** What a click on a mark of the selected chart does. */
export function ClickSettings({ chartId }: { chartId: number }) {
  const t = useText()
  const { chart } = useChartInfo(chartId)
  const entry = useDraft((draft) => draft.metadata.chartConfiguration[String(chartId)])
  const edit = useDashboard((state) => state.edit)
  const behavior = clickBehaviorOf(entry?.clickBehavior)
  if (!entry || findChart(chart?.chartType ?? '')?.canCrossFilter !== true) return null
  const change = (clickBehavior: ClickBehavior) =>
    edit((draft) => {
      const { chartConfiguration } = draft.metadata
      const changed = { ...chartConfiguration, [String(chartId)]: { ...entry, clickBehavior } }
      return { ...draft, metadata: { ...draft.metadata, chartConfiguration: changed } }
    }, `click ${chartId}`)
  return (
    <>
      <Select
        label={t('A click on a mark')}
        value={behavior.kind}
        onChange={(kind: ClickBehavior['kind']) => change(START[kind])}
        options={[
          { value: 'filter', label: t('filters the other charts') },
          { value: 'breakdown', label: t('breaks it down by a column') },
          { value: 'rows', label: t('shows the rows behind it') },
          { value: 'dashboard', label: t('opens a dashboard') },
          { value: 'address', label: t('opens an address') },
        ]}
      />
      {behavior.kind === 'breakdown' && (
        <ColumnSelect
          datasetId={chart?.datasetId ?? null}
          value={behavior.column}
          onChange={(column) => change({ ...behavior, column })}
        />
      )}
      {behavior.kind === 'dashboard' && (
        <DashboardSelect value={behavior.idOrSlug} onChange={(idOrSlug) => change({ ...behavior, idOrSlug })} />
      )}
      {behavior.kind === 'address' && (
        <TextInput
          label={t('Address')}
          value={behavior.address}
          placeholder="https://example.com/?country={country}"
          help={t('A column in braces stands for its clicked value')}
          onChange={(address) => change({ ...behavior, address })}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  value: string
  onChange: (value: string) => void
}

function ColumnSelect({ datasetId, value, onChange }: ChoiceProps & { datasetId: number | null }) {
  const t = useText()
  const dashboardId = useDashboard((state) => state.dashboardId)
  const { data = [] } = useQuery(dashboardDatasetsQuery(dashboardId))
  const columns = data.find(({ id }) => id === datasetId)?.columns ?? []
  return (
    <Select
      label={t('Column')}
      searchable
      value={value === '' ? null : value}
      onChange={onChange}
      options={columns.map(({ name, label }) => ({ value: name, label }))}
    />
  )
}

function DashboardSelect({ value, onChange }: ChoiceProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { rows, isFetching, more } = usePages(dashboardPages(search))
  const found = rows.map(({ id, dashboard_title }) => ({ value: String(id), label: dashboard_title ?? String(id) }))
  const isFound = found.some((option) => option.value === value)
  const title = useQuery({ ...dashboardTitleQuery(value), enabled: value !== '' && !isFound && !isFetching }).data
  const options = title && !isFound && search === '' ? [{ value, label: title }, ...found] : found
  return (
    <Select
      label={t('Dashboard')}
      searchable
      isLoading={isFetching}
      onSearch={setSearch}
      onMore={more}
      value={value === '' ? null : value}
      onChange={onChange}
      options={options}
    />
  )
}
