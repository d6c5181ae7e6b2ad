import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { changeOption } from '../model/draft.ts'
import type { FieldSchema } from '../model/wire.ts'
import type { ConnectionForm } from '../use-connection-form.ts'

/** The driver's options that are allowed; nothing where the engine has none. */
export function OptionFields({ form }: { form: ConnectionForm }) {
  const t = useText()
  const options = Object.entries(form.engine?.parameters.properties.query?.properties ?? {})
  if (options.length === 0) return null
  const set = Object.keys(form.draft.options).length
  const isWrong = Object.keys(form.faults).some((name) => name.startsWith('query.'))
  return (
    <details className={styles.more} open={isWrong || undefined}>
      <summary>
        <span className="grow">{t('Options of the driver')}</span>
        <span className="c3">{set === 0 ? t('None set') : t('{{count}} set', { count: set })}</span>
      </summary>
      <div className="col g4">
        {options.map(([name, schema]) => (
          <OptionField key={name} name={name} schema={schema} form={form} />
        ))}
      </div>
    </details>
  )
}

interface OptionFieldProps {
  name: string
  schema: FieldSchema
  form: ConnectionForm
}

function OptionField({ name, schema, form }: OptionFieldProps) {
  const t = useText()
  const value = form.draft.options[name] ?? ''
  const fault = form.faults[`query.${name}`]
  const set = (next: string) => form.change(changeOption(form.draft, name, next))
  const common = { label: t(schema.title ?? name), optional: true, error: fault && t(fault) }
  if (schema.enum)
    return (
      <Select
        {...common}
        value={value === '' ? null : value}
        placeholder={t('As the driver does')}
        options={schema.enum.map((one) => ({ value: one, label: one }))}
        onChange={set}
        onClear={() => set('')}
      />
    )
  return (
    <TextInput
      {...common}
      className="mono"
      inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
      value={value}
      onChange={set}
    />
  )
}
