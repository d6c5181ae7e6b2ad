import { ListBox } from '../../ui/list-box.tsx'
import { useText } from '../../ui/text.ts'
import { TIME_GRAINS } from '../model/time-grains.ts'
import type { FilterInputProps } from './filter-input-props.ts'

/** How finely charts cut time. */
export function TimeGrainInput({ filter, value, onChange, onDone }: FilterInputProps) {
  const t = useText()
  return (
    <div className="menu dash-choices">
      <ListBox
        label={filter.name}
        searchable={false}
        options={TIME_GRAINS.map((grain) => ({ value: grain.value, label: t(grain.label) }))}
        selected={Array.isArray(value) ? value.map(String) : []}
        onPick={(option) => {
          onChange([option.value], option.label)
          onDone?.()
        }}
      />
    </div>
  )
}
