import { IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { SegmentedControl } from '../ui/choices.tsx'
import { useCommand } from '../ui/commands.ts'
import { TextInput } from '../ui/field.tsx'
import { useText } from '../ui/text.ts'
import { FilterSelect } from './filter-select.tsx'
import type { ListChoice, ListKind } from './list-kind.ts'
import type { ListState } from './list-state.ts'
import { RelatedFilter } from './related-filter.tsx'

const PAUSE_MS = 250

interface FilterBarProps<Row> {
  kind: ListKind<Row>
  state: ListState
  onChange: (change: Partial<ListState>) => void
}

export function FilterBar<Row>({ kind, state, onChange }: FilterBarProps<Row>) {
  const t = useText()
  const choose = (id: string, value: string | null) => {
    const { [id]: _before, ...rest } = state.chosen
    onChange({ chosen: value === null ? rest : { ...rest, [id]: value } })
  }
  return (
    <search className="tool list-tool">
      <SearchField
        key={kind.resource}
        hint={t(kind.search.hint)}
        value={state.search}
        onChange={(search) => onChange({ search })}
      />
      {kind.choices.map((choice) => (
        <ChoiceFilter
          key={choice.id}
          resource={kind.resource}
          choice={choice}
          value={state.chosen[choice.id] ?? null}
          onChange={(value) => choose(choice.id, value)}
        />
      ))}
      <span className="grow" />
      {kind.Card && (
        <SegmentedControl
          label={t('View')}
          value={state.view ?? 'cards'}
          onChange={(view) => onChange({ view, page: state.page })}
          options={[
            { value: 'cards', label: <IconLayoutGrid aria-hidden />, ariaLabel: t('Cards') },
            { value: 'table', label: <IconList aria-hidden />, ariaLabel: t('Table') },
          ]}
        />
      )}
    </search>
  )
}

/** Types freely; asks when the typing pauses. */
function SearchField({ hint, value, onChange }: { hint: string; value: string; onChange: (value: string) => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  useCommand({
    id: 'list.search',
    label: t('Search this list'),
    group: t('Here'),
    keys: '/',
    run: () => field.current?.focus(),
  })
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      ref={field}
      soft
      type="search"
      className="list-search-field"
      ariaLabel={hint}
      placeholder={hint}
      icon={<IconSearch className="s" aria-hidden />}
      value={typed}
      onChange={setTyped}
    />
  )
}

interface ChoiceFilterProps {
  resource: string
  choice: ListChoice
  value: string | null
  onChange: (value: string | null) => void
}

function ChoiceFilter({ resource, choice, value, onChange }: ChoiceFilterProps) {
  const t = useText()
  const { options } = choice
  const label = t(choice.label)
  if ('related' in options)
    return (
      <RelatedFilter label={label} resource={resource} related={options.related} value={value} onChange={onChange} />
    )
  return (
    <FilterSelect
      label={label}
      value={value}
      options={options.map((one) => ({ value: one.value, label: t(one.label) }))}
      onChange={onChange}
    />
  )
}
