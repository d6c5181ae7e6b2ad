import { useState } from 'react'
import { usePages } from '../../data/list.ts'
import { MultiSelect } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import type { Owner } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import { ownerPages } from '../queries.ts'
import type { Editor } from '../use-editor.ts'

interface OwnerSelectProps {
  editor: Editor
  onChange: (owners: readonly Owner[]) => void
}

/** Whose the dataset is, out of all users that the server finds. */
export function OwnerSelect({ editor, onChange }: OwnerSelectProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { rows, isFetching, more } = usePages(ownerPages(search))
  const { owners } = editor.draft.settings
  const found = rows.map((one) => [one.value, one.text] as const)
  const names = new Map([...owners.map((one) => [one.id, one.name] as const), ...found])
  const nameOf = (id: number) => names.get(id) ?? String(id)
  return (
    <MultiSelect
      label={t('Owners')}
      searchable
      isLoading={isFetching}
      onSearch={setSearch}
      onMore={more}
      disabled={editor.isReadOnly}
      options={[...(search === '' ? names : found)].map(([value, label]) => ({ value, label }))}
      nameOf={nameOf}
      value={owners.map((one) => one.id)}
      error={faultAt(editor.faults, 'owners')}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: nameOf(id) })))}
    />
  )
}
