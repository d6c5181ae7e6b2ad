import { useState } from 'react'
import { maskOf } from '../../../query/data-mask/emit.ts'
import type { FilterConfig, NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { useText } from '../../ui/text.ts'
import { FilterInput } from '../filters/filter-input.tsx'

interface FilterDefaultProps {
  filter: NativeFilter
  filters: readonly FilterConfig[]
  onChange: (filter: NativeFilter) => void
}

/** The value that a filter begins with. */
export function FilterDefault({ filter, filters, onChange }: FilterDefaultProps) {
  const t = useText()
  const hasValue = filter.defaultDataMask.filterState?.value != null
  const [isChoosing, setChoosing] = useState(hasValue)
  if (!canHaveDefault(filter)) return null
  const handleToggle = (isOn: boolean) => {
    setChoosing(isOn)
    if (!isOn) onChange({ ...filter, defaultDataMask: {} })
  }
  const handleChange = (value: unknown, label?: string) => {
    const { extraFormData, filterState } = maskOf(filter, value, label ?? null)
    onChange({ ...filter, defaultDataMask: { extraFormData, filterState, ownState: {} } })
  }
  return (
    <div className="col g2">
      <Checkbox label={t('Begins with a value')} checked={isChoosing || hasValue} onChange={handleToggle} />
      {(isChoosing || hasValue) && (
        <div className="dash-default">
          <FilterInput
            filter={filter}
            value={filter.defaultDataMask.filterState?.value}
            filters={filters}
            masks={NO_MASKS}
            onChange={handleChange}
          />
        </div>
      )}
    </div>
  )
}

const NO_MASKS = {}

function canHaveDefault(filter: NativeFilter): boolean {
  const [target] = filter.targets
  if (filter.filterType === 'filter_time' || filter.filterType === 'filter_timegrain') return true
  if (filter.filterType === 'filter_timecolumn') return target?.datasetId !== undefined
  return target?.datasetId !== undefined && target.column !== undefined
}
