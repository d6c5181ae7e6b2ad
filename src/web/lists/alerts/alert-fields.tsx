import { OPERATORS } from '../../../resources/report/condition.ts'
import { RelatedOne } from '../../data/related-select.tsx'
import { FormatField, RecipientsField, ScheduleFields, wrongWith } from '../../data/report-delivery.tsx'
import { CodeInput } from '../../ui/code/code-input.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { AlertCheck } from './alert-check.tsx'
import type { About, AlertForm, AlertRow } from './alert-form.ts'

interface AlertFieldsProps {
  readonly stored: AlertRow | null
  readonly form: AlertForm
  readonly error: Error | null
  onChange(part: Partial<AlertForm>): void
}

export function AlertFields(props: AlertFieldsProps) {
  const { form, error, onChange } = props
  const t = useText()
  return (
    <div className="col g3">
      <TextInput
        label={t('Name')}
        maxLength={150}
        error={wrongWith(error, 'name')}
        value={form.name}
        onChange={(name) => onChange({ name })}
      />
      <Question {...props} />
      <ConditionFields {...props} />
      <AlertCheck form={form} />
      <ScheduleFields fields={form} error={error} onChange={onChange} />
      <NumberInput
        label={t('Hours until it is told again')}
        help={t('While the condition holds. Once it is over, the next time is told at once.')}
        min={1}
        error={wrongWith(error, 'grace_period')}
        value={form.graceHours}
        onChange={(graceHours) => onChange({ graceHours })}
      />
      <AboutFields {...props} />
      <RecipientsField fields={form} error={error} onChange={onChange} />
      <TextArea
        label={t('Description')}
        optional
        rows={2}
        maxLength={10_000}
        value={form.description}
        onChange={(description) => onChange({ description })}
      />
    </div>
  )
}

/** What is asked, and where. */
function Question({ stored, form, error, onChange }: AlertFieldsProps) {
  const t = useText()
  const { database = null } = stored ?? {}
  return (
    <>
      <RelatedOne
        label={t('Database')}
        resource="report"
        related="database"
        known={database ? [{ value: database.id, text: database.database_name }] : []}
        value={form.databaseId}
        onChange={(databaseId) => onChange({ databaseId })}
        error={wrongWith(error, 'database') ?? undefined}
      />
      <CodeInput
        label={t('SQL')}
        engine=""
        placeholder="SELECT count(*) FROM orders WHERE state = 'late'"
        help={t('A statement that gives one value')}
        error={wrongWith(error, 'sql')}
        value={form.sql}
        onChange={(sql) => onChange({ sql })}
      />
    </>
  )
}

const GIVEN = 'given'

function ConditionFields({ form, error, onChange }: AlertFieldsProps) {
  const t = useText()
  const words = {
    '>': t('is more than'),
    '>=': t('is at least'),
    '<': t('is less than'),
    '<=': t('is at most'),
    '==': t('is exactly'),
    '!=': t('is not'),
  }
  const options = [
    ...OPERATORS.map((op) => ({ value: op, label: words[op] })),
    { value: GIVEN, label: t('is there and not 0') },
  ] as const
  return (
    <div className="row g2" style={{ alignItems: 'flex-end', flexWrap: 'wrap' }}>
      <Select
        label={t('Sent when the value')}
        value={form.op ?? GIVEN}
        options={options}
        onChange={(value) => onChange(value === GIVEN ? { op: null } : { op: value, threshold: form.threshold ?? 0 })}
        error={wrongWith(error, 'validator_config_json')}
      />
      {form.op !== null && (
        <NumberInput label={t('Number')} value={form.threshold} onChange={(threshold) => onChange({ threshold })} />
      )}
    </div>
  )
}

/** What is sent beside the value. */
function AboutFields({ stored, form, error, onChange }: AlertFieldsProps) {
  const t = useText()
  const { chart = null, dashboard = null } = stored ?? {}
  const known =
    form.about === 'chart'
      ? chart && { value: chart.id, text: chart.slice_name ?? '' }
      : dashboard && { value: dashboard.id, text: dashboard.dashboard_title ?? '' }
  return (
    <>
      <Select<About>
        label={t('The mail shows')}
        value={form.about}
        options={[
          { value: 'value', label: t('The value alone') },
          { value: 'chart', label: t('The value and a chart') },
          { value: 'dashboard', label: t('The value and a dashboard') },
        ]}
        onChange={(about) => onChange({ about, aboutId: null })}
      />
      {form.about !== 'value' && (
        <>
          <RelatedOne
            key={form.about}
            label={t(form.about === 'chart' ? 'Chart' : 'Dashboard')}
            resource="report"
            related={form.about}
            known={known ? [known] : []}
            value={form.aboutId}
            onChange={(aboutId) => onChange({ aboutId })}
            error={wrongWith(error, form.about) ?? undefined}
          />
          <FormatField fields={form} onChange={onChange} />
        </>
      )}
    </>
  )
}
