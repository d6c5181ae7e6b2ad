import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { RecordFieldsProps, RecordKind } from './record-kind.ts'

/** An entry of `GET /api/v1/tag/`. */
export interface TagRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly changed_on_delta_humanized: string
}

interface TagForm {
  readonly name: string
  readonly description: string
}

export const tagRecord: RecordKind<TagRow, TagForm> = {
  resource: 'tag',
  words: {
    create: 'New tag',
    make: 'Create tag',
    edit: 'Edit tag',
    unread: 'The tag could not be read',
    saved: 'Tag {{name}} saved',
  },
  formOf: (stored) => ({ name: stored?.name ?? '', description: stored?.description ?? '' }),
  faultsOf: ({ name }) => (name.trim() === '' ? { name: ['A tag needs a name.'] } : {}),
  bodyOf: ({ name, description }) => ({ name: name.trim(), description }),
  nameOf: ({ name }) => name.trim(),
  Fields: TagFields,
}

function TagFields({ form, faults, onChange }: RecordFieldsProps<TagRow, TagForm>) {
  const t = useText()
  return (
    <div className="col g4">
      <TextInput
        label={t('Name')}
        maxLength={250}
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={faults.name?.[0]}
      />
      <TextArea
        label={t('Description')}
        optional
        value={form.description}
        onChange={(description) => onChange({ description })}
        error={faults.description?.[0]}
      />
    </div>
  )
}
