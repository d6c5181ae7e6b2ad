import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { can } from '../app/bootstrap.ts'
import { problemMessage } from '../app/messages.ts'
import { HttpError } from '../data/http.ts'
import { productTimeZone } from '../data/time-zone.ts'
import { TimeZoneSelect } from '../data/time-zone-select.tsx'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import styles from './account.module.css'
import { ApiKeys } from './api-keys.tsx'
import { PasswordForm } from './password-form.tsx'
import { type Account, accountQuery, saveAccount } from './queries.ts'

/** Who is signed in, and what they have chosen for themselves. */
export function AccountPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(accountQuery)
  return (
    <main className="main" aria-busy={!data && !error}>
      <PageHeader title={t('My account')} />
      {data && (
        <div className={styles.sections}>
          <AccountForm before={data} />
          <PasswordForm username={data.username} />
          {can('can_read', 'ApiKey') && <ApiKeys />}
        </div>
      )}
      {!data && !error && <Skeleton lines={5} />}
      {error && (
        <FailedState centred title={t('Your account could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      )}
    </main>
  )
}

type Faults = Readonly<Record<string, readonly string[]>>

function AccountForm({ before }: { before: Account }) {
  const t = useText()
  const [draft, setDraft] = useState(before)
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const set = (change: Partial<Account>) => setDraft({ ...draft, ...change })
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFaults({})
    try {
      await saveAccount(draft)
      toast.success(t('Your account is saved'))
    } catch (cause) {
      if (cause instanceof HttpError && Object.keys(cause.fields).length > 0) setFaults(cause.fields)
      else toast.danger(cause instanceof Error ? cause.message : t('An error occurred'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={t('Profile')} onSubmit={(event) => void handleSubmit(event)}>
      <h2 className={styles.title}>{t('Profile')}</h2>
      <TextInput label={t('User name')} value={draft.username} disabled onChange={() => undefined} />
      <TextInput
        label={t('First name')}
        value={draft.firstName}
        error={faults.first_name?.[0]}
        onChange={(firstName) => set({ firstName })}
      />
      <TextInput
        label={t('Last name')}
        value={draft.lastName}
        error={faults.last_name?.[0]}
        onChange={(lastName) => set({ lastName })}
      />
      <TimeZoneSelect
        label={t('Time zone')}
        help={t('Where “today” and “last week” are meant, unless a dashboard has a time zone of its own.')}
        placeholder={t('That of the server: {{zone}}', { zone: productTimeZone() })}
        value={draft.timeZone}
        onChange={(timeZone) => set({ timeZone })}
      />
      <Button type="submit" variant="primary" loading={isBusy} className={styles.save}>
        {t('Save')}
      </Button>
    </form>
  )
}
