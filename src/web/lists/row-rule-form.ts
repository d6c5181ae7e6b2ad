/** A row-level rule as the server lists it. */
export interface RowRuleRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly filter_type: 'Regular' | 'Base'
  readonly tables: readonly { readonly id: number; readonly schema: string | null; readonly table_name: string }[]
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly group_key: string | null
  readonly clause: string
  readonly changed_on_delta_humanized?: string
}

export interface RowRuleForm {
  readonly name: string
  readonly description: string
  readonly kind: 'Regular' | 'Base'
  readonly tableIds: readonly number[]
  readonly roleIds: readonly number[]
  readonly groupKey: string
  readonly clause: string
}

export const EMPTY_RULE: RowRuleForm = {
  name: '',
  description: '',
  kind: 'Regular',
  tableIds: [],
  roleIds: [],
  groupKey: '',
  clause: '',
}

export const ruleFormOf = (row: RowRuleRow): RowRuleForm => ({
  name: row.name,
  description: row.description ?? '',
  kind: row.filter_type,
  tableIds: row.tables.map((table) => table.id),
  roleIds: row.roles.map((role) => role.id),
  groupKey: row.group_key ?? '',
  clause: row.clause,
})

export const ruleBodyOf = (form: RowRuleForm) => ({
  name: form.name.trim(),
  description: form.description.trim() === '' ? null : form.description.trim(),
  filter_type: form.kind,
  tables: form.tableIds,
  roles: form.roleIds,
  group_key: form.groupKey.trim() === '' ? null : form.groupKey.trim(),
  clause: form.clause.trim(),
})

const WIRE_NAME: Readonly<Record<keyof RowRuleForm, string>> = {
  name: 'name',
  description: 'description',
  kind: 'filter_type',
  tableIds: 'tables',
  roleIds: 'roles',
  groupKey: 'group_key',
  clause: 'clause',
}

/** The faults that still stand after fields were changed. */
export function standingFaults<Fault>(
  faults: Readonly<Record<string, Fault>>,
  changed: Partial<RowRuleForm>,
): Readonly<Record<string, Fault>> {
  const gone = new Set(Object.keys(changed).map((name) => WIRE_NAME[name as keyof RowRuleForm]))
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !gone.has(name)))
}

/** What is missing, by the server's names of the fields. */
export function ruleFaults(form: RowRuleForm): Readonly<Record<string, readonly string[]>> {
  return {
    ...(form.tableIds.length === 0 ? { tables: ['Choose a dataset'] } : {}),
    ...(form.clause.trim() === '' ? { clause: ['Write the condition'] } : {}),
  }
}
