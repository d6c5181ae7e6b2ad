import { useQuery } from '@tanstack/react-query'
import { ListBox } from '../../ui/list-box.tsx'
import { useText } from '../../ui/text.ts'
import { datasetQuery } from '../queries.ts'
import type { FilterInputProps } from './filter-input-props.ts'

const TIME_GENERIC = 2

/** Which time column of the dataset counts. */
export function TimeColumnInput({ filter, value, onChange, onDone }: FilterInputProps) {
  const t = useText()
  const { data, isLoading } = useQuery(datasetQuery(filter.targets[0]?.datasetId ?? null))
  const columns = (data?.columns ?? []).filter((column) => column.generic === TIME_GENERIC)
  return (
    <div className="menu dash-choices">
      <ListBox
        label={filter.name}
        isLoading={isLoading}
        emptyText={t('The dataset has no time column')}
        options={columns.map((column) => ({ value: column.name, label: column.label }))}
        selected={Array.isArray(value) ? value.map(String) : []}
        onPick={(option) => {
          onChange([option.value], option.label)
          onDone?.()
        }}
      />
    </div>
  )
}
