import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HttpError, http } from '../data/http.ts'
import { invalidateList, useList } from '../data/list.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Switch } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { NamedSelect } from './named-select.tsx'
import { useEditedId } from './use-edited-id.ts'
import type { UserRow } from './user-row.ts'

const SHORTEST_PASSWORD = 12

interface UserForm {
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly password: string
  readonly active: boolean
  readonly roles: readonly number[]
  readonly groups: readonly number[]
}

const EMPTY: UserForm = {
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  active: true,
  roles: [],
  groups: [],
}

export function NewUser() {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to="/users/?edit=new">
      {t('New user')}
    </LinkButton>
  )
}

/** Opens with ?edit= in the address. */
export function UserDialogRoute() {
  const { edited, close } = useEditedId()
  if (edited === null) return null
  return edited === 'new' ? (
    <UserDialog id={null} before={EMPTY} known={NOTHING} onClose={close} />
  ) : (
    <EditUser id={edited} onClose={close} />
  )
}

function EditUser({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['user', id],
    queryFn: async ({ signal }) =>
      (await http.get<{ result: UserRow }>(`/api/v1/security/users/${id}`, { signal })).result,
  })
  if (!data) return null
  const roles = data.roles.map((role) => role.id)
  const groups = data.groups.map((group) => group.id)
  const before = { ...EMPTY, ...data, password: '', roles, groups }
  return <UserDialog id={id} before={before} known={data} onClose={onClose} />
}

interface UserDialogProps {
  id: number | null
  before: UserForm
  known: Holdings
  onClose: () => void
}

function UserDialog({ id, before, known, onClose }: UserDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const [form, setForm] = useState(before)
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveUser(id, form)
      await invalidateList(client, 'security/users')
      await client.invalidateQueries({ queryKey: ['user', id] })
      toast.success(t('User {{name}} saved', { name: form.username }))
      onClose()
    } catch (error) {
      setFaults(faultsOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={id === null ? t('New user') : t('Edit user')}
      onClose={onClose}
      width={480}
      onSubmit={() => void save()}
      footer={
        <>
          {faults.form && (
            <span className="t1 cd grow" role="alert">
              {faults.form[0]}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {id === null ? t('Create user') : t('Save')}
          </Button>
        </>
      }
    >
      <UserFields
        isNew={id === null}
        known={known}
        form={form}
        faults={faults}
        onChange={(part) => setForm({ ...form, ...part })}
      />
    </Dialog>
  )
}

/** The roles and groups that a user holds already. */
type Holdings = Pick<UserRow, 'roles' | 'groups'>

const NOTHING: Holdings = { roles: [], groups: [] }

interface UserFieldsProps {
  isNew: boolean
  known: Holdings
  form: UserForm
  faults: Readonly<Record<string, readonly string[]>>
  onChange: (part: Partial<UserForm>) => void
}

function UserFields({ isNew, known, form, faults, onChange }: UserFieldsProps) {
  const t = useText()
  const nameField = (field: 'username' | 'first_name' | 'last_name' | 'email', label: string) => (
    <TextInput
      label={label}
      required
      value={form[field]}
      onChange={(value) => onChange({ [field]: value })}
      error={faults[field]?.[0]}
    />
  )
  return (
    <div className="form-grid">
      {nameField('username', t('User name'))}
      {nameField('email', t('Email'))}
      {nameField('first_name', t('First name'))}
      {nameField('last_name', t('Last name'))}
      <TextInput
        label={isNew ? t('Password') : t('New password')}
        type="password"
        autoComplete="new-password"
        required={isNew}
        optional={!isNew}
        minLength={SHORTEST_PASSWORD}
        value={form.password}
        onChange={(password) => onChange({ password })}
        help={t('12 characters or more')}
        error={faults.password?.[0]}
      />
      <NamedSelect
        label={t('Roles')}
        resource="security/roles"
        known={known.roles}
        value={form.roles}
        onChange={(chosen) => onChange({ roles: chosen })}
        error={faults.roles?.[0]}
      />
      <UserGroups
        known={known.groups}
        value={form.groups}
        error={faults.groups?.[0]}
        onChange={(groups) => onChange({ groups })}
      />
      <Switch label={t('May sign in')} checked={form.active} onChange={(active) => onChange({ active })} />
    </div>
  )
}

interface UserGroupsProps {
  known: UserRow['groups']
  value: readonly number[]
  error: string | undefined
  onChange: (groups: readonly number[]) => void
}

/** The groups of the user, where there are any. */
function UserGroups({ known, value, error, onChange }: UserGroupsProps) {
  const t = useText()
  const groups = useList({ resource: 'security/groups', pageSize: 1 })
  if (!groups.data?.count) return null
  return (
    <NamedSelect
      resource="security/groups"
      known={known}
      label={t('Groups')}
      help={t('A group gives its roles to its members.')}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

const saveUser = (id: number | null, form: UserForm): Promise<unknown> => {
  const { password, ...rest } = form
  const body = {
    username: rest.username,
    first_name: rest.first_name,
    last_name: rest.last_name,
    email: rest.email,
    active: rest.active,
    roles: rest.roles,
    groups: rest.groups,
    ...(password !== '' && { password }),
  }
  return id === null ? http.post('/api/v1/security/users/', body) : http.put(`/api/v1/security/users/${id}`, body)
}

function faultsOf(error: unknown): Readonly<Record<string, readonly string[]>> {
  if (!(error instanceof HttpError)) return { form: [String(error)] }
  return Object.keys(error.fields).length > 0 ? error.fields : { form: [error.message] }
}
