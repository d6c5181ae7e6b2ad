import { useState } from 'react'
import { usePages } from '../../data/list.ts'
import { MultiSelect } from '../../ui/select.tsx'
import type { Person } from '../model/draft.ts'
import { relatedPeoplePages } from '../queries.ts'

interface PeopleSelectProps {
  what: 'owners' | 'roles'
  label: string
  help: string
  value: readonly Person[]
  onChange: (people: readonly Person[]) => void
}

/** Users or roles of the server. */
export function PeopleSelect({ what, label, help, value, onChange }: PeopleSelectProps) {
  const [search, setSearch] = useState('')
  const { rows, isFetching, more } = usePages(relatedPeoplePages(what, search))
  const known = new Map([
    ...(search === '' ? value : []).map((one) => [one.id, one.name] as const),
    ...rows.map((one) => [one.value, one.text] as const),
  ])
  const nameOf = (id: number) => known.get(id) ?? value.find((one) => one.id === id)?.name ?? String(id)
  return (
    <MultiSelect
      label={label}
      help={help}
      searchable
      isLoading={isFetching}
      onSearch={setSearch}
      onMore={more}
      nameOf={nameOf}
      options={[...known].map(([id, name]) => ({ value: id, label: name }))}
      value={value.map((one) => one.id)}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: nameOf(id) })))}
    />
  )
}
