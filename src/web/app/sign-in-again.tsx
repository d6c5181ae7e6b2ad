import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { useText } from '../ui/text.ts'
import { bootstrap } from './bootstrap.ts'
import { renewCsrfToken, signIn } from './sign-in.ts'
import { signInProblem } from './sign-in-problem.ts'

/** Asks to sign in again over the page as it is, so that nothing written is lost. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const t = useText()
  const queryClient = useQueryClient()
  const { user } = bootstrap()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const handleSubmit = async () => {
    setBusy(true)
    try {
      await signIn({ username: user?.username ?? '', password })
      await renewCsrfToken()
      onClose()
      await queryClient.invalidateQueries()
    } catch (error) {
      setProblem(signInProblem(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('Your session ended')}
      width={380}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <Button type="submit" variant="primary" loading={isBusy}>
          {t('Sign in')}
        </Button>
      }
    >
      <div className="col g3">
        <p>{t('Sign in again to go on. The page behind stays as it is.')}</p>
        <TextInput label={t('User name')} value={user?.username ?? ''} onChange={() => undefined} disabled />
        <TextInput
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={setPassword}
          error={problem}
        />
      </div>
    </Dialog>
  )
}
