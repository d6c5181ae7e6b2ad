import { SegmentedControl } from '../../ui/choices.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { isSecretKept, type TunnelField } from '../model/tunnel.ts'
import type { ConnectionForm } from '../use-connection-form.ts'

/** The SSH server before the database, who signs in there, and how it is known again. */
export function TunnelFields({ form }: { form: ConnectionForm }) {
  const t = useText()
  const { tunnel } = form.draft
  const field = useTunnelField(form)
  return (
    <fieldset className={`col g4 ${styles.tunnel}`}>
      <legend className="sr">{t('SSH tunnel')}</legend>
      <p className="c2 t2">{t('The host of the database is looked up at the far side of the tunnel.')}</p>
      <div className={styles.grid}>
        <div className={styles.half}>
          <TextInput {...field('server_address')} label={t('SSH server')} className="mono" autoComplete="off" />
        </div>
        <div className={styles.narrow}>
          <TextInput {...field('server_port')} label={t('SSH port')} className="mono" inputMode="numeric" />
        </div>
        <div className={styles.rest}>
          <TextInput {...field('username')} label={t('SSH user')} className="mono" autoComplete="off" />
        </div>
      </div>
      <div className="row g3">
        <SegmentedControl
          label={t('Sign in with')}
          value={tunnel.login}
          onChange={(login) => form.change({ ...form.draft, tunnel: { ...tunnel, login } })}
          options={[
            { value: 'password', label: t('A password') },
            { value: 'key', label: t('A private key') },
          ]}
        />
      </div>
      <Login form={form} />
      <TextInput
        {...field('server_host_key')}
        label={t('Fingerprint of the server')}
        className="mono"
        autoComplete="off"
        optional
        placeholder="SHA256:"
        help={t('Left empty, the key that is seen first is kept. A server with another key is refused.')}
      />
    </fieldset>
  )
}

/** A secret that the server keeps is shown to nobody again. */
function Login({ form }: { form: ConnectionForm }) {
  const t = useText()
  const field = useTunnelField(form)
  const stored = form.stored?.ssh_tunnel ?? null
  const kept = (name: 'password' | 'private_key' | 'private_key_password') =>
    isSecretKept(stored, name) ? t('Left empty, it stays as it is.') : undefined
  if (form.draft.tunnel.login === 'password')
    return (
      <PasswordInput
        {...field('password')}
        label={t('SSH password')}
        autoComplete="new-password"
        help={kept('password')}
      />
    )
  return (
    <>
      <TextArea
        {...field('private_key')}
        label={t('Private key')}
        className="mono"
        rows={4}
        spellCheck={false}
        autoComplete="off"
        placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        help={kept('private_key')}
      />
      <PasswordInput
        {...field('private_key_password')}
        label={t('Password of the key')}
        autoComplete="new-password"
        optional
        help={kept('private_key_password')}
      />
    </>
  )
}

function useTunnelField(form: ConnectionForm) {
  const t = useText()
  const { draft, faults } = form
  return (name: TunnelField) => {
    const fault = faults[`ssh_tunnel.${name}`]
    return {
      value: draft.tunnel[name],
      error: fault && t(fault),
      onChange: (value: string) => form.change({ ...draft, tunnel: { ...draft.tunnel, [name]: value } }),
    }
  }
}
