import type { ImportReport } from '../../../resources/kit/transfer.ts'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import { type Secrets, withSecret } from './import-calls.ts'

interface SecretFieldsProps {
  asked: ImportReport['secrets']
  typed: Secrets
  onChange: (typed: Secrets) => void
}

/** Archives hold no secrets: those of connections that are made are asked for. */
export function SecretFields({ asked, typed, onChange }: SecretFieldsProps) {
  const t = useText()
  const labels: Readonly<Record<string, string>> = {
    passwords: t('Password of the database'),
    ssh_tunnel_passwords: t('Password of the SSH tunnel'),
    ssh_tunnel_private_keys: t('Private key of the SSH tunnel'),
    ssh_tunnel_private_key_passwords: t('Password of the private key'),
  }
  return (
    <div className="col g3">
      <p>{t('The file has connections that are not here yet. It holds no passwords, so they are asked for here.')}</p>
      {asked.map(({ file, database, field }, at) => {
        const Input = field === 'ssh_tunnel_private_keys' ? TextArea : SecretInput
        return (
          <Input
            key={`${field} ${file}`}
            autoFocus={at === 0}
            label={`${database}: ${labels[field] ?? field}`}
            value={typed[field]?.[file] ?? ''}
            onChange={(value: string) => onChange(withSecret(typed, field, file, value))}
          />
        )
      })}
    </div>
  )
}

const SecretInput = (props: {
  label: string
  value: string
  autoFocus: boolean
  onChange: (value: string) => void
}) => <TextInput type="password" autoComplete="off" required {...props} />
