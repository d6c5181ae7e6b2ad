import { useRef, useState } from 'react'
import { HttpError, http } from '../data/http.ts'
import { type Faults, faultsOfError } from './model/checks.ts'
import type { Draft } from './model/draft.ts'
import { trialOf } from './model/payload.ts'
import type { Trial } from './model/trial.ts'
import type { WireConnection } from './model/wire.ts'

const TRIAL_PATH = '/api/v1/database/validate_parameters/'

interface Passed {
  /** The key that the SSH server showed, where there is one. */
  readonly ssh_tunnel?: { readonly server_host_key: string }
}

/** Tries an address; the answer to an older address is not heard. `tell` gets the fields at fault. */
export function useTrial(stored: WireConnection | null, tell: (faults: Faults) => void) {
  const [trial, setTrial] = useState<Trial>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  const forget = () => {
    running.current?.abort()
    setTrial({ state: 'idle' })
  }
  /** Gives what has passed, with the key that the SSH server showed; null for what has not. */
  const run = async (draft: Draft): Promise<Draft | null> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setTrial({ state: 'running' })
    const startedAt = performance.now()
    try {
      const { ssh_tunnel: seen } = await http.post<Passed>(TRIAL_PATH, trialOf(draft, stored), {
        signal: controller.signal,
      })
      setTrial({ state: 'passed', ms: performance.now() - startedAt })
      return seen ? { ...draft, tunnel: { ...draft.tunnel, server_host_key: seen.server_host_key } } : draft
    } catch (error) {
      if (controller.signal.aborted) return null
      const failed = asHttpError(error)
      const faults = faultsOfError(failed)
      tell(faults)
      setTrial({
        state: 'failed',
        ms: performance.now() - startedAt,
        reason: failed.message,
        errorType: failed.errors[0]?.error_type ?? '',
        isTunnel: Object.keys(faults).some((name) => name.startsWith('ssh_tunnel.')),
      })
      return null
    }
  }
  return { trial, run, forget }
}

const asHttpError = (error: unknown): HttpError =>
  error instanceof HttpError ? error : new HttpError(0, error instanceof Error ? error.message : String(error))
