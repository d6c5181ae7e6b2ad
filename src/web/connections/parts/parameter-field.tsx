import { Switch } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { changeValue } from '../model/draft.ts'
import { hasPassword } from '../model/payload.ts'
import { encryptionOption } from '../model/url.ts'
import type { FieldSchema } from '../model/wire.ts'
import type { ConnectionForm } from '../use-connection-form.ts'

interface ParameterFieldProps {
  name: string
  schema: FieldSchema
  form: ConnectionForm
}

/** One parameter, drawn from what the server says of it. */
export function ParameterField({ name, schema, form }: ParameterFieldProps) {
  const t = useText()
  const { draft, faults, engine } = form
  const label = t(schema.title ?? name)
  const value = draft.values[name]
  const set = (next: string | boolean) => form.change(changeValue(draft, name, next, encryptionOption(draft.engine)))
  if (schema.type === 'boolean')
    return (
      <div className={styles.whole}>
        <Switch label={label} checked={value === true} onChange={set} />
      </div>
    )
  const isRequired = engine?.parameters.required.includes(name) ?? false
  const isSecret = schema.format === 'password'
  const fault = faults[name]
  const isAlone = !('host' in (engine?.parameters.properties ?? {}))
  const common = {
    label,
    value: String(value ?? ''),
    onChange: set,
    optional: !isRequired && !isSecret,
    error: fault && t(fault),
    onBlur: () => {
      if (isRequired && String(value ?? '').trim() === '') form.mark(name, 'This is needed')
    },
  }
  if (isSecret)
    return (
      <div className={styles.half}>
        <PasswordInput
          {...common}
          autoComplete="new-password"
          help={hasPassword(form.stored) ? t('Left empty, the password stays as it is.') : undefined}
        />
      </div>
    )
  return (
    <div className={isAlone ? styles.whole : spanOf(name, schema)}>
      <TextInput
        {...common}
        className="mono"
        autoComplete="off"
        inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
        help={isAlone ? schema.description && t(schema.description) : undefined}
      />
    </div>
  )
}

/** Numbers are narrow; where a server is takes one row, who signs in the next. */
const WIDTH: Readonly<Record<string, string | undefined>> = {
  host: styles.half,
  username: styles.half,
}

function spanOf(name: string, schema: FieldSchema): string | undefined {
  if (schema.type === 'integer') return styles.narrow
  return WIDTH[name] ?? styles.rest
}
