import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encodeRison } from '../../wire/rison.ts'
import { http } from '../data/http.ts'
import { FilterSelect } from './filter-select.tsx'

const SHOWN = 100

interface Related {
  readonly value: number | string
  readonly text: string
}

interface RelatedFilterProps {
  label: string
  /** The resource below /api/v1/ and the relation, as in `related/{relation}`. */
  resource: string
  related: string
  value: string | null
  onChange: (value: string | null) => void
}

/** One of what is related to the rows of a list; where there are more than are shown, the server looks for them. */
export function RelatedFilter({ label, resource, related, value, onChange }: RelatedFilterProps) {
  const [search, setSearch] = useState('')
  const first = useRelated(resource, related, '', value)
  const isCut = (first.data?.length ?? 0) >= SHOWN
  const found = useRelated(resource, related, isCut ? search : '', value)
  return (
    <FilterSelect
      label={label}
      value={value}
      options={(found.data ?? []).map((one) => ({ value: String(one.value), label: one.text }))}
      isLoading={found.isFetching}
      onSearch={isCut ? setSearch : undefined}
      onChange={onChange}
    />
  )
}

/** The first of those whose names hold the text, and the one that is chosen. */
const useRelated = (resource: string, related: string, filter: string, chosen: string | null) =>
  useQuery({
    queryKey: ['related', resource, related, filter, chosen],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const known = Number(chosen)
      const q = encodeRison({
        filter,
        page: 0,
        page_size: SHOWN,
        ...(Number.isInteger(known) && known > 0 && { include_ids: [known] }),
      })
      const path = `/api/v1/${resource}/related/${related}?q=${encodeURIComponent(q)}`
      return (await http.get<{ result: readonly Related[] }>(path, { signal })).result
    },
  })
