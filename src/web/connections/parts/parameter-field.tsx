import { Switch } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { changeValue, hasTunnel } from '../model/draft.ts'
import { hasPassword } from '../model/payload.ts'
import { encryptionOption } from '../model/url.ts'
import type { FieldSchema } from '../model/wire.ts'
import type { ConnectionForm } from '../use-connection-form.ts'
import { TunnelFields } from './tunnel-fields.tsx'

interface ParameterFieldProps {
  name: string
  schema: FieldSchema
  form: ConnectionForm
}

/** One parameter, drawn from what the server says of it. */
export function ParameterField(props: ParameterFieldProps) {
  const { name, schema, form } = props
  const t = useText()
  const { draft } = form
  const set = (next: string | boolean) => form.change(changeValue(draft, name, next, encryptionOption(draft.engine)))
  if (schema.type !== 'boolean') return <TextParameter {...props} onChange={set} />
  return (
    <div className={styles.whole}>
      <Switch label={t(schema.title ?? name)} checked={draft.values[name] === true} onChange={set} />
      {name === 'ssh' && hasTunnel(draft) && <TunnelFields form={form} />}
    </div>
  )
}

function TextParameter({ name, schema, form, onChange }: ParameterFieldProps & { onChange: (value: string) => void }) {
  const t = useText()
  const { properties, required } = form.engine?.parameters ?? { properties: {}, required: [] }
  const isRequired = required.includes(name)
  const value = String(form.draft.values[name] ?? '')
  const fault = form.faults[name]
  const help = schema.help && t(schema.help)
  const common = {
    label: t(schema.title ?? name),
    value,
    onChange,
    error: fault && t(fault),
    onBlur: () => {
      if (isRequired && value.trim() === '') form.mark(name, 'This is needed')
    },
  }
  if (schema.format === 'password')
    return (
      <div className={styles.half}>
        <PasswordInput
          {...common}
          autoComplete="new-password"
          help={hasPassword(form.stored) ? t('Left empty, the password stays as it is.') : help}
        />
      </div>
    )
  const isFile = !('host' in properties)
  return (
    <div className={isFile ? styles.whole : spanOf(name, schema)}>
      <TextInput
        {...common}
        className="mono"
        autoComplete="off"
        optional={!isRequired}
        inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
        help={isFile ? schema.description && t(schema.description) : help}
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
