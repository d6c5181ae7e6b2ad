import type { RecordKind } from './record-kind.ts'
import { TextFields, type TextFieldsOf } from './text-fields.tsx'

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

const FIELDS: TextFieldsOf<TagForm> = [
  { name: 'name', label: 'Name', maxLength: 250 },
  { name: 'description', label: 'Description', isOptional: true, rows: 3 },
]

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
  Fields: (props) => <TextFields fields={FIELDS} {...props} />,
}
