import { RelatedSelect } from '../../data/related-select.tsx'
import { useText } from '../../ui/text.ts'
import type { RecordFieldsProps, RecordKind } from './record-kind.ts'
import { TextFields, type TextFieldsOf } from './text-fields.tsx'

/** An entry of `GET /api/v1/security/groups/`. */
export interface GroupRow {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly users: readonly { readonly id: number; readonly username: string }[]
}

interface GroupForm {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly roles: readonly number[]
  readonly users: readonly number[]
}

const NAMES: TextFieldsOf<GroupForm> = [
  { name: 'name', label: 'Name', maxLength: 100 },
  { name: 'label', label: 'Label', isOptional: true, maxLength: 150 },
]
const WORDS: TextFieldsOf<GroupForm> = [
  { name: 'description', label: 'Description', isOptional: true, maxLength: 512, rows: 3 },
]

export const groupRecord: RecordKind<GroupRow, GroupForm> = {
  resource: 'security/groups',
  words: {
    create: 'New group',
    make: 'Create group',
    edit: 'Edit group',
    unread: 'The group could not be read',
    saved: 'Group {{name}} saved',
  },
  formOf: (stored) => ({
    name: stored?.name ?? '',
    label: stored?.label ?? '',
    description: stored?.description ?? '',
    roles: stored?.roles.map(({ id }) => id) ?? [],
    users: stored?.users.map(({ id }) => id) ?? [],
  }),
  faultsOf: ({ name }) => (name.trim() === '' ? { name: ['A group needs a name.'] } : {}),
  bodyOf: (form) => ({ ...form, name: form.name.trim() }),
  nameOf: ({ name }) => name.trim(),
  Fields: GroupFields,
}

function GroupFields(props: RecordFieldsProps<GroupRow, GroupForm>) {
  const t = useText()
  const { stored, form, faults, onChange } = props
  return (
    <>
      <TextFields fields={NAMES} {...props} />
      <RelatedSelect
        label={t('Roles')}
        resource={groupRecord.resource}
        related="roles"
        known={stored?.roles.map(({ id, name }) => ({ value: id, text: name })) ?? []}
        value={form.roles}
        onChange={(roles) => onChange({ roles })}
        error={faults.roles?.[0]}
      />
      <RelatedSelect
        label={t('Members')}
        resource={groupRecord.resource}
        related="users"
        known={stored?.users.map(({ id, username }) => ({ value: id, text: username })) ?? []}
        value={form.users}
        onChange={(users) => onChange({ users })}
        error={faults.users?.[0]}
      />
      <TextFields fields={WORDS} {...props} />
    </>
  )
}
