import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encodeRison } from '../../wire/rison.ts'
import { MultiSelect, Select } from '../ui/select.tsx'
import { http } from './http.ts'

const SHOWN = 100

interface Choice {
  readonly value: number
  readonly text: string
}

interface RelatedSelectProps {
  label: string
  /** The resource below /api/v1/ and the relation, as in `related/{relation}`. */
  resource: string
  related: string
  /** Choices whose names are known without asking. */
  known: readonly Choice[]
  value: readonly number[]
  onChange: (value: readonly number[]) => void
  error: string | undefined
}

/** Several of what the server finds. The names of those that are chosen stay known while another text is looked for. */
export function RelatedSelect({ label, resource, related, known, value, onChange, error }: RelatedSelectProps) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<readonly Choice[]>(known)
  const { found, isLoading } = useRelated(resource, related, search)
  const isNamed = new Set(found.map((one) => one.value))
  const kept = picked.filter((one) => value.includes(one.value) && !isNamed.has(one.value))
  const handleChange = (next: readonly number[]) => {
    setPicked([...kept, ...found].filter((one) => next.includes(one.value)))
    onChange(next)
  }
  return (
    <MultiSelect
      label={label}
      searchable
      value={value}
      isLoading={isLoading}
      onSearch={setSearch}
      options={[...kept, ...found].map((one) => ({ value: one.value, label: one.text }))}
      onChange={handleChange}
      error={error}
    />
  )
}

function useRelated(resource: string, related: string, search: string) {
  const { data, isLoading } = useQuery({
    queryKey: ['related', resource, related, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const q = encodeURIComponent(encodeRison({ filter: search, page: 0, page_size: SHOWN }))
      const path = `/api/v1/${resource}/related/${related}?q=${q}`
      return (await http.get<{ result: readonly Choice[] }>(path, { signal })).result
    },
  })
  return { found: data ?? [], isLoading }
}

interface RelatedOneProps extends Omit<RelatedSelectProps, 'value' | 'onChange'> {
  value: number | null
  onChange: (value: number) => void
}

/** One of what the server finds. */
export function RelatedOne({ label, resource, related, known, value, onChange, error }: RelatedOneProps) {
  const [search, setSearch] = useState('')
  const { found, isLoading } = useRelated(resource, related, search)
  const others = known.filter((one) => one.value === value && !found.some((other) => other.value === one.value))
  return (
    <Select
      label={label}
      searchable
      value={value}
      isLoading={isLoading}
      onSearch={setSearch}
      options={[...others, ...found].map((one) => ({ value: one.value, label: one.text }))}
      onChange={onChange}
      error={error}
    />
  )
}
