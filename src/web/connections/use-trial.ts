import { useRef, useState } from 'react'
import { HttpError, http } from '../data/http.ts'
import { type Faults, faultsOfError } from './model/checks.ts'
import type { Draft } from './model/draft.ts'
import { trialOf } from './model/payload.ts'
import type { Trial } from './model/trial.ts'
import type { WireConnection } from './model/wire.ts'

const TRIAL_PATH = '/api/v1/database/validate_parameters/'

/** Tries an address; the answer to an older address is not heard. `tell` gets the fields at fault. */
export function useTrial(stored: WireConnection | null, tell: (faults: Faults) => void) {
  const [trial, setTrial] = useState<Trial>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  const forget = () => {
    running.current?.abort()
    setTrial({ state: 'idle' })
  }
  const run = async (draft: Draft): Promise<boolean> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setTrial({ state: 'running' })
    const startedAt = performance.now()
    try {
      await http.post(TRIAL_PATH, trialOf(draft, stored), { signal: controller.signal })
      setTrial({ state: 'passed', ms: performance.now() - startedAt })
      return true
    } catch (error) {
      if (controller.signal.aborted) return false
      const failed = asHttpError(error)
      tell(faultsOfError(failed))
      setTrial({
        state: 'failed',
        ms: performance.now() - startedAt,
        reason: failed.message,
        errorType: failed.errors[0]?.error_type ?? '',
      })
      return false
    }
  }
  return { trial, run, forget }
}

const asHttpError = (error: unknown): HttpError =>
  error instanceof HttpError ? error : new HttpError(0, error instanceof Error ? error.message : String(error))
