import { useState } from 'react'
import { MultiSelect } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import { http } from './http.ts'
import { OPTION_PAGE, type Pages, readList, usePages } from './list.ts'

interface Tag {
  readonly id: number
  readonly name: string
}

const tagPages = (search: string): Pages<Tag> => ({
  key: ['tags', search],
  read: (page, signal) =>
    readList<Tag>(
      {
        resource: 'tag',
        columns: ['id', 'name'],
        filters: [
          { col: 'type', opr: 'custom_tag', value: true },
          ...(search ? [{ col: 'name', opr: 'ct', value: search }] : []),
        ],
        orderColumn: 'name',
        page,
        pageSize: OPTION_PAGE,
      },
      signal,
    ),
})

/** The ids of tags by their names; those that are new are made. */
export const tagIds = (names: readonly string[]): Promise<readonly number[]> =>
  Promise.all(names.map(async (name) => (await http.post<{ id: number }>('/api/v1/tag/', { name })).id))

interface TagSelectProps {
  label: string
  optional?: boolean
  value: readonly string[]
  onChange: (names: readonly string[]) => void
}

/** Tags by name; a name that is typed is a tag to be made. */
export function TagSelect({ label, optional = false, value, onChange }: TagSelectProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { rows, isFetching, more } = usePages(tagPages(search))
  const typed = search.trim()
  const chosen = value.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
  const names = [...new Set([...chosen, ...rows.map((one) => one.name)])]
  const isNew = typed !== '' && !isFetching && !names.includes(typed)
  return (
    <MultiSelect
      label={label}
      optional={optional}
      placeholder={t('Pick a tag or type a new one')}
      searchable
      options={[
        ...names.map((name) => ({ value: name, label: name })),
        ...(isNew ? [{ value: typed, label: t('Use “{{text}}”', { text: typed }) }] : []),
      ]}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      onMore={more}
      isLoading={isFetching}
      valueFrom={(typed) => typed.trim()}
    />
  )
}
