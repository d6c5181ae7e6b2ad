import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { signIn } from '../app/sign-in.ts'
import { HttpError, http } from '../data/http.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { Badge } from '../ui/marks.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { useText } from '../ui/text.ts'
import { passwordStrength, SHORTEST_PASSWORD } from './password-strength.ts'
import styles from './session.module.css'

interface Account {
  readonly username: string
  readonly password: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

const EMPTY: Account = { username: '', password: '', first_name: '', last_name: '', email: '' }

export function AccountForm() {
  const t = useText()
  const [account, setAccount] = useState(EMPTY)
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [isBusy, setBusy] = useState(false)
  const set = (field: keyof Account) => (value: string) => setAccount({ ...account, [field]: value })
  const submit = async () => {
    setBusy(true)
    try {
      window.location.assign(await createAccount(account))
    } catch (error) {
      setFaults(faultsOf(error))
      setBusy(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.accountForm} onSubmit={handleSubmit}>
      <TextInput
        label={t('User name')}
        autoComplete="username"
        autoCapitalize="none"
        required
        autoFocus
        maxLength={64}
        value={account.username}
        onChange={set('username')}
        error={faults.username?.[0]}
      />
      <PasswordInput
        label={t('Password')}
        autoComplete="new-password"
        required
        minLength={SHORTEST_PASSWORD}
        value={account.password}
        onChange={set('password')}
        mark={<Strength password={account.password} />}
        help={t('12 characters or more')}
        error={faults.password?.[0]}
      />
      <TextInput
        label={t('First name')}
        optional
        autoComplete="given-name"
        value={account.first_name}
        onChange={set('first_name')}
      />
      <TextInput
        label={t('Last name')}
        optional
        autoComplete="family-name"
        value={account.last_name}
        onChange={set('last_name')}
      />
      <TextInput
        label={t('Email')}
        optional
        type="email"
        autoComplete="email"
        value={account.email}
        onChange={set('email')}
        error={faults.email?.[0]}
      />
      <div className={styles.accountEnd}>
        {faults.form && (
          <span className="t1 cd" role="alert">
            {faults.form[0]}
          </span>
        )}
        <Button type="submit" variant="primary" loading={isBusy}>
          {t('Create account')}
        </Button>
      </div>
    </form>
  )
}

/** Creates the administrator, signs in and gives the page to go to. */
async function createAccount(account: Account): Promise<string> {
  const code = new URLSearchParams(window.location.search).get('code') ?? ''
  await http.post('/api/v1/first_start/', { code, ...filled(account) }, { quiet: true })
  return signIn({ username: account.username, password: account.password })
}

const filled = (account: Account): Partial<Account> =>
  Object.fromEntries(Object.entries(account).filter(([, value]) => value !== ''))

function faultsOf(error: unknown): Readonly<Record<string, readonly string[]>> {
  if (!(error instanceof HttpError)) return { form: [String(error)] }
  return Object.keys(error.fields).length > 0 ? error.fields : { form: [error.message] }
}

function Strength({ password }: { password: string }) {
  const t = useText()
  switch (passwordStrength(password)) {
    case 'none':
      return null
    case 'short':
      return <Badge tone="warn">{t('short')}</Badge>
    case 'fair':
      return <Badge>{t('fair')}</Badge>
    case 'strong':
      return (
        <Badge tone="ok" icon={<IconCheck aria-hidden />}>
          {t('strong')}
        </Badge>
      )
  }
}
