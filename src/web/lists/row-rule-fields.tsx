import { useExpressionCheck } from '../data/expression-check.ts'
import { CheckWords } from '../data/expression-check-words.tsx'
import { RelatedSelect } from '../data/related-select.tsx'
import { RadioGroup } from '../ui/choices.tsx'
import { CodeInput } from '../ui/code/code-input.tsx'
import { TextInput } from '../ui/field.tsx'
import { useText } from '../ui/text.ts'
import type { RowRuleForm, RowRuleRow } from './row-rule-form.ts'

export type Faults = Readonly<Record<string, readonly string[]>>

interface RowRuleFieldsProps {
  stored: RowRuleRow | null
  form: RowRuleForm
  faults: Faults
  onChange: (part: Partial<RowRuleForm>) => void
}

export function RowRuleFields({ stored, form, faults, onChange }: RowRuleFieldsProps) {
  const t = useText()
  const said = (name: string) => {
    const text = faults[name]?.[0]
    return text && t(text)
  }
  return (
    <div className="col g4">
      <TextInput
        label={t('Name')}
        required
        maxLength={255}
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={said('name')}
      />
      <RelatedSelect
        label={t('Datasets')}
        resource="rowlevelsecurity"
        related="tables"
        known={stored?.tables.map((one) => ({ value: one.id, text: one.table_name })) ?? []}
        value={form.tableIds}
        onChange={(tableIds) => onChange({ tableIds })}
        error={said('tables')}
      />
      <RadioGroup
        label={t('Whom it holds for')}
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: 'Regular', label: t('For people with one of the roles') },
          { value: 'Base', label: t('For everyone but people with one of the roles') },
        ]}
      />
      <RelatedSelect
        label={t('Roles')}
        resource="rowlevelsecurity"
        related="roles"
        known={stored?.roles.map((one) => ({ value: one.id, text: one.name })) ?? []}
        value={form.roleIds}
        onChange={(roleIds) => onChange({ roleIds })}
        error={said('roles')}
      />
      <ClauseField form={form} onChange={onChange} error={said('clause')} />
      <TextInput
        label={t('Group key')}
        optional
        maxLength={255}
        value={form.groupKey}
        onChange={(groupKey) => onChange({ groupKey })}
        error={said('group_key')}
        help={t('Rules with the same key are joined by OR, others by AND.')}
      />
      <TextInput
        label={t('Description')}
        optional
        value={form.description}
        onChange={(description) => onChange({ description })}
        error={said('description')}
      />
    </div>
  )
}

/** The condition, checked on the first dataset. One with a template depends on who asks, so it is not. */
function ClauseField({
  form,
  onChange,
  error,
}: Pick<RowRuleFieldsProps, 'form' | 'onChange'> & { error: string | undefined }) {
  const t = useText()
  const [first = null] = form.tableIds
  const check = useExpressionCheck(first, 'where', form.clause.includes('{') ? '' : form.clause)
  return (
    <CodeInput
      label={t('Clause')}
      engine=""
      placeholder="region = 'EU'"
      value={form.clause}
      onChange={(clause) => onChange({ clause })}
      error={error}
      help={
        check.state === 'idle' ? (
          t('An SQL condition. It is checked on the first dataset.')
        ) : (
          <CheckWords check={check} />
        )
      }
    />
  )
}
