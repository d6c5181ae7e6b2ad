import { useEffect } from 'react'
import { partAhead } from '../ui/part-ahead.tsx'
import { setSessionExpired, useSessionExpired } from './session.ts'

/** So long after the page its code comes: when nothing else waits, and before a later release of the server has another one. */
const AHEAD_MS = 60_000

const { part: SignInAgain, ahead } = partAhead<{ onClose: () => void }>(() =>
  import('./sign-in-again.tsx').then((module) => module.SignInAgain),
)

/** What is shown over the page once the session has ended. */
export function SessionExpired() {
  useEffect(() => {
    const timer = setTimeout(ahead, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [])
  return useSessionExpired() && <SignInAgain onClose={() => setSessionExpired(false)} />
}
