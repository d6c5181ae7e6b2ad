import { useQuery } from '@tanstack/react-query'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { choiceCondition, withChoiceCondition } from '../model/filter-edit.ts'
import { TIME_PRESETS } from '../model/time-presets.ts'
import { datasetQuery } from '../queries.ts'

interface FilterChoicesProps {
  filter: NativeFilter
  onChange: (filter: NativeFilter) => void
}

/** Which rows the choices of a filter are read from, and in what order they come. The charts are not bound by it. */
export function FilterChoices({ filter, onChange }: FilterChoicesProps) {
  const t = useText()
  const { data: dataset } = useQuery(datasetQuery(filter.targets[0]?.datasetId ?? null))
  if (!dataset || (filter.filterType !== 'filter_select' && filter.filterType !== 'filter_range')) return null
  const range = filter.time_range && filter.time_range !== 'No filter' ? filter.time_range : null
  const ownRange = TIME_PRESETS.some((preset) => preset.value === range) || range === null ? [] : [range]
  const named = (value: string, label = value) => ({ value, label })
  return (
    <>
      {filter.filterType === 'filter_select' && (
        <Select
          label={t('Sort by metric')}
          optional
          placeholder={t('By the value itself')}
          value={filter.sortMetric ?? null}
          options={dataset.metrics.map((metric) => named(metric.name, metric.label))}
          onChange={(sortMetric: string) => onChange({ ...filter, sortMetric })}
          onClear={() => onChange({ ...filter, sortMetric: null })}
        />
      )}
      <TextInput
        label={t('Pre-filter the choices')}
        optional
        help={t("A condition in SQL, such as status = 'paid'. Only rows that meet it give choices.")}
        value={choiceCondition(filter)}
        onChange={(condition) => onChange(withChoiceCondition(filter, condition))}
      />
      <div className="dash-form-pair">
        <Select
          label={t('Choices within')}
          optional
          placeholder={t('Any time')}
          value={range}
          options={[
            ...TIME_PRESETS.map((preset) => named(preset.value, t(preset.label))),
            ...ownRange.map((own) => named(own)),
          ]}
          onChange={(time_range: string) => onChange({ ...filter, time_range })}
          onClear={() => onChange({ ...filter, time_range: 'No filter' })}
        />
        <Select
          label={t('By the time of')}
          optional
          placeholder={dataset.time.main ?? t('None')}
          value={filter.granularity_sqla ?? null}
          options={dataset.time.columns.map((column) => named(column))}
          onChange={(granularity_sqla: string) => onChange({ ...filter, granularity_sqla })}
          onClear={() => {
            const { granularity_sqla: _gone, ...rest } = filter
            onChange(rest as NativeFilter)
          }}
        />
      </div>
    </>
  )
}
