import { isAddressList, wrongAddresses } from '../../resources/report/address.ts'
import { RadioGroup } from '../ui/choices.tsx'
import { TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { text, useText } from '../ui/text.ts'
import { HttpError } from './http.ts'
import { RhythmFields } from './report-rhythm-fields.tsx'
import type { ReportFields } from './reports.ts'
import { timeZones } from './time-zone.ts'

type Schedule = Pick<ReportFields, 'crontab' | 'timezone'>

interface PartProps<T> {
  readonly fields: T
  readonly error: Error | null
  onChange(part: Partial<T>): void
}

/** When it is due. */
export function ScheduleFields({ fields, error, onChange }: PartProps<Schedule>) {
  const t = useText()
  return (
    <>
      <RhythmFields
        crontab={fields.crontab}
        error={wrongWith(error, 'crontab')}
        onChange={(crontab) => onChange({ crontab })}
      />
      <Select
        label={t('Time zone')}
        searchable
        value={fields.timezone}
        options={timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(timezone) => onChange({ timezone })}
      />
    </>
  )
}

/** In which form a chart or dashboard is sent. */
export function FormatField({ fields, onChange }: Omit<PartProps<Pick<ReportFields, 'format'>>, 'error'>) {
  const t = useText()
  return (
    <RadioGroup
      label={t('Content')}
      value={fields.format}
      onChange={(format) => onChange({ format })}
      options={[
        { value: 'PNG', label: t('A picture in the email') },
        { value: 'PDF', label: t('A PDF attached to the email') },
        { value: 'TEXT', label: t('Rows as a table in the email') },
        { value: 'CSV', label: t('Rows as CSV files attached to the email') },
      ]}
    />
  )
}

/** To whom it is sent. */
export function RecipientsField({ fields, error, onChange }: PartProps<Pick<ReportFields, 'recipients'>>) {
  const t = useText()
  return (
    <TextInput
      label={t('Recipients')}
      help={t('Addresses with commas between them')}
      error={wrongRecipients(error, fields.recipients)}
      value={fields.recipients}
      onChange={(recipients) => onChange({ recipients })}
    />
  )
}

/** The words of the server about a field. */
export function wrongWith(error: Error | null, field: string): string | null {
  const [words] = error instanceof HttpError ? (error.fields[field] ?? []) : []
  return words === undefined ? null : text(words)
}

/** What is wrong with recipients: which of them are no addresses, or the words of the server. */
function wrongRecipients(error: Error | null, recipients: string): string | null {
  const words = wrongWith(error, 'recipients')
  if (words === null || isAddressList(recipients)) return null
  const wrong = wrongAddresses(recipients)
  if (wrong.length === 0) return words
  return text('Not an address: {{addresses}}|Not addresses: {{addresses}}', {
    count: wrong.length,
    addresses: wrong.join(', '),
  })
}
