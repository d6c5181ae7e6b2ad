import type { FilterConfig, FilterType, NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { MultiSelect, Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { type FilterProblem, possibleParents } from '../model/filter-edit.ts'
import { FilterChoices } from './filter-choices.tsx'
import { FilterDefault } from './filter-default.tsx'
import { FilterReach } from './filter-reach.tsx'
import { FilterTargetFields } from './filter-target-fields.tsx'

const KINDS = [
  { value: 'filter_select', label: 'Value' },
  { value: 'filter_range', label: 'Number range' },
  { value: 'filter_time', label: 'Time range' },
  { value: 'filter_timecolumn', label: 'Time column' },
  { value: 'filter_timegrain', label: 'Time grain' },
] as const satisfies readonly { value: FilterType; label: string }[]

interface FilterFormProps {
  filter: NativeFilter
  filters: readonly FilterConfig[]
  problems: readonly FilterProblem[]
  onChange: (filter: NativeFilter) => void
}

/** What one filter asks, of what, and which charts it reaches. */
export function FilterForm({ filter, filters, problems, onChange }: FilterFormProps) {
  const t = useText()
  const textOf = (field: FilterProblem['field']) => {
    const problem = problems.find((one) => one.field === field)
    return problem ? t(problem.text) : null
  }
  return (
    <div className="col g4">
      <div className="dash-form-pair">
        <TextInput
          label={t('Name')}
          value={filter.name}
          error={textOf('name')}
          autoFocus={filter.name === ''}
          onChange={(name) => onChange({ ...filter, name })}
        />
        <Select
          label={t('Kind')}
          value={filter.filterType}
          onChange={(filterType: FilterType) =>
            onChange({
              ...filter,
              filterType,
              targets: filterType === 'filter_time' ? [{}] : filter.targets,
              defaultDataMask: {},
            })
          }
          options={KINDS.map((kind) => ({ value: kind.value, label: t(kind.label) }))}
        />
      </div>
      {filter.filterType !== 'filter_time' && (
        <FilterTargetFields filter={filter} errorOf={textOf} onChange={onChange} />
      )}
      <FilterSwitches filter={filter} onChange={onChange} />
      {filter.filterType !== 'filter_time' && <FilterChoices filter={filter} onChange={onChange} />}
      <ParentsField filter={filter} filters={filters} onChange={onChange} />
      <FilterDefault filter={filter} filters={filters} onChange={onChange} />
      <FilterReach filter={filter} onChange={onChange} />
      <TextInput
        label={t('Description')}
        optional
        help={t('Shown when the pointer rests on the filter.')}
        value={filter.description}
        onChange={(description) => onChange({ ...filter, description })}
      />
    </div>
  )
}

type PartProps = Pick<FilterFormProps, 'filter' | 'onChange'>

function FilterSwitches({ filter, onChange }: PartProps) {
  const t = useText()
  const set = (change: NativeFilter['controlValues']) =>
    onChange({ ...filter, controlValues: { ...filter.controlValues, ...change } })
  const isSelect = filter.filterType === 'filter_select'
  return (
    <div className="col g2">
      <Checkbox
        label={t('A value is required')}
        checked={filter.controlValues.enableEmptyFilter === true}
        onChange={(enableEmptyFilter) => set({ enableEmptyFilter })}
      />
      {isSelect && (
        <>
          <Checkbox
            label={t('Select the first value by default')}
            checked={filter.controlValues.defaultToFirstItem === true}
            onChange={(isFirst) =>
              onChange({
                ...filter,
                requiredFirst: isFirst,
                controlValues: { ...filter.controlValues, defaultToFirstItem: isFirst },
                ...(isFirst && { defaultDataMask: {} }),
              })
            }
          />
          <Checkbox
            label={t('Several values may be chosen')}
            checked={filter.controlValues.multiSelect !== false}
            onChange={(multiSelect) => set({ multiSelect })}
          />
          <Checkbox
            label={t('Search asks the database, not only the list')}
            checked={filter.controlValues.searchAllOptions === true}
            onChange={(searchAllOptions) => set({ searchAllOptions })}
          />
          <Checkbox
            label={t('Exclude what is chosen')}
            checked={filter.controlValues.inverseSelection === true}
            onChange={(inverseSelection) => set({ inverseSelection })}
          />
          <Checkbox
            label={t('List in descending order')}
            checked={filter.controlValues.sortAscending === false}
            onChange={(isDescending) => set({ sortAscending: !isDescending })}
          />
        </>
      )}
    </div>
  )
}

function ParentsField({ filter, filters, onChange }: PartProps & Pick<FilterFormProps, 'filters'>) {
  const t = useText()
  const parents = possibleParents(filters, filter.id)
  const depends = filter.filterType === 'filter_select' || filter.filterType === 'filter_range'
  if (!depends || parents.length === 0) return null
  return (
    <MultiSelect
      label={t('Depends on')}
      optional
      help={t('Offers only what is left by the choice in these filters.')}
      value={filter.cascadeParentIds}
      onChange={(cascadeParentIds) => onChange({ ...filter, cascadeParentIds })}
      options={parents.map((parent) => ({ value: parent.id, label: parent.name }))}
    />
  )
}
