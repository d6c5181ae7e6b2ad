import { type FormEvent, useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { HttpError } from '../data/http.ts'
import { Button } from '../ui/button.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import styles from './account.module.css'
import { changePassword } from './queries.ts'

type Faults = Readonly<Record<string, readonly string[]>>
const EMPTY = { current: '', next: '' }

/** Another password for the signed-in user, who proves to be themselves. */
export function PasswordForm({ username }: { username: string }) {
  const t = useText()
  const [draft, setDraft] = useState(EMPTY)
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFaults({})
    try {
      await changePassword(draft.current, draft.next)
      setDraft(EMPTY)
      toast.success(t('Your password is changed. Other browsers are signed out.'))
    } catch (cause) {
      if (cause instanceof HttpError && Object.keys(cause.fields).length > 0) setFaults(cause.fields)
      else toast.danger(problemMessage(cause, t).reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={t('Password')} onSubmit={(event) => void handleSubmit(event)}>
      <h2 className={styles.title}>{t('Password')}</h2>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label={t('Present password')}
        autoComplete="current-password"
        value={draft.current}
        error={faults.current_password?.[0]}
        onChange={(current) => setDraft({ ...draft, current })}
      />
      <PasswordInput
        label={t('New password')}
        help={t('At least 12 characters.')}
        autoComplete="new-password"
        value={draft.next}
        error={faults.password?.[0]}
        onChange={(next) => setDraft({ ...draft, next })}
      />
      <Button
        type="submit"
        loading={isBusy}
        disabled={draft.current === '' || draft.next === ''}
        className={styles.save}
      >
        {t('Change password')}
      </Button>
    </form>
  )
}
