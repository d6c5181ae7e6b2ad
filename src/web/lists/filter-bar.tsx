import { IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { encodeRison } from '../../wire/rison.ts'
import { http } from '../data/http.ts'
import { SegmentedControl } from '../ui/choices.tsx'
import { useCommand } from '../ui/commands.ts'
import { TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import type { ListChoice, ListKind } from './list-kind.ts'
import type { ListState } from './list-state.ts'

const PAUSE_MS = 250
const MANY = 100

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
  const related = 'related' in choice.options ? choice.options.related : null
  const { data } = useQuery({
    queryKey: ['related', resource, related],
    queryFn: ({ signal }) => readRelated(resource, related ?? '', signal),
    enabled: related !== null,
  })
  const options = 'related' in choice.options ? (data ?? []) : choice.options
  const label = t(choice.label)
  return (
    <Select
      ariaLabel={label}
      prefix={label}
      placeholder={t('Any')}
      value={value}
      options={options.map((one) => ({ value: one.value, label: related ? one.label : t(one.label) }))}
      onChange={onChange}
      onClear={() => onChange(null)}
    />
  )
}

async function readRelated(resource: string, column: string, signal: AbortSignal) {
  const q = encodeURIComponent(encodeRison({ filter: '', page: 0, page_size: MANY }))
  const path = `/api/v1/${resource}/related/${column}?q=${q}`
  const { result } = await http.get<{ result: readonly { value: number | string; text: string }[] }>(path, { signal })
  return result.map((one) => ({ value: String(one.value), label: one.text }))
}
