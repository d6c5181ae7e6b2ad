import { useQuery } from '@tanstack/react-query'
import { MultiSelect } from '../../ui/select.tsx'
import type { Person } from '../model/draft.ts'
import { relatedPeopleQuery } from '../queries.ts'

interface PeopleSelectProps {
  what: 'owners' | 'roles'
  label: string
  help: string
  value: readonly Person[]
  onChange: (people: readonly Person[]) => void
}

/** Users or roles of the server. */
export function PeopleSelect({ what, label, help, value, onChange }: PeopleSelectProps) {
  const { data = [], isLoading } = useQuery(relatedPeopleQuery(what))
  const known = new Map([
    ...value.map((one) => [one.id, one.name] as const),
    ...data.map((one) => [one.value, one.text] as const),
  ])
  return (
    <MultiSelect
      label={label}
      help={help}
      isLoading={isLoading}
      options={[...known].map(([id, name]) => ({ value: id, label: name }))}
      value={value.map((one) => one.id)}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: known.get(id) ?? String(id) })))}
    />
  )
}
