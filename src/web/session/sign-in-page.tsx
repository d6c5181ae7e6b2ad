import { type FormEvent, useState } from 'react'
import { bootstrap } from '../app/bootstrap.ts'
import { signIn } from '../app/sign-in.ts'
import { signInProblem } from '../app/sign-in-problem.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { Mark } from '../ui/marks.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { useText } from '../ui/text.ts'
import { LanguagePicker } from './language-picker.tsx'
import styles from './session.module.css'
import { SightArt } from './sight-art.tsx'

export function SignInPage() {
  const t = useText()
  return (
    <div className={styles.two}>
      <main className={styles.form}>
        <div className={`row ${styles.brand}`}>
          <Mark size={26} />
          Sightline
        </div>
        <SignInForm />
        <footer className="row t1 c3">
          <span className="grow">{t('Nothing leaves this server.')}</span>
          <LanguagePicker />
        </footer>
      </main>
      <div className={styles.art}>
        <SightArt />
      </div>
    </div>
  )
}

function SignInForm() {
  const t = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(
    bootstrap().login_error ? t('Wrong user name or password') : null,
  )
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const next = new URLSearchParams(window.location.search).get('next') ?? ''
      window.location.assign(await signIn({ username, password, next, csrfToken: bootstrap().csrf_token }))
    } catch (error) {
      setProblem(signInProblem(error, t))
      setBusy(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.fields} onSubmit={handleSubmit}>
      <h1 className="t6">{t('Sign in')}</h1>
      <p className="c2">{window.location.host}</p>
      <div className={styles.stack}>
        <TextInput
          size="lg"
          label={t('User name')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          autoFocus
          value={username}
          onChange={setUsername}
        />
        <PasswordInput
          size="lg"
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={problem}
        />
        <Button type="submit" variant="primary" size="lg" loading={isBusy}>
          {t('Sign in')}
        </Button>
      </div>
    </form>
  )
}
