import { useState } from 'react'
import { useList } from '../data/list.ts'
import { MultiSelect } from '../ui/select.tsx'

const SHOWN = 100

interface Named {
  readonly id: number
  readonly name: string
}

interface NamedSelectProps {
  label: string
  help?: string | undefined
  resource: 'security/roles' | 'security/groups'
  /** Those whose names are known without asking. */
  known: readonly Named[]
  value: readonly number[]
  onChange: (value: readonly number[]) => void
  error: string | undefined
}

/** Several of a list; where there are more than are shown, the server looks for them by name. */
export function NamedSelect({ resource, known, ...field }: NamedSelectProps) {
  const [search, setSearch] = useState('')
  const first = useNamed(resource, '')
  const isCut = (first.data?.count ?? 0) > SHOWN
  const found = useNamed(resource, isCut ? search : '')
  const options = new Map([...(search === '' ? known : []), ...(found.data?.result ?? [])].map((one) => [one.id, one]))
  return (
    <MultiSelect
      {...field}
      options={[...options.values()].map(({ id, name }) => ({ value: id, label: name }))}
      isLoading={found.isFetching}
      onSearch={isCut ? setSearch : undefined}
    />
  )
}

const useNamed = (resource: string, search: string) =>
  useList<Named>({
    resource,
    filters: search === '' ? [] : [{ col: 'name', opr: 'ct', value: search }],
    orderColumn: 'name',
    pageSize: SHOWN,
  })
