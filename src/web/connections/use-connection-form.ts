import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PATHS } from '../app/places.ts'
import { HttpError, http } from '../data/http.ts'
import { useNavigate } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type Faults, faultsOfError, missingFields } from './model/checks.ts'
import { type Draft, draftOf, isMoved, placeKey, startDraft } from './model/draft.ts'
import { bodyOf } from './model/payload.ts'
import type { Trial } from './model/trial.ts'
import type { TunnelDraft } from './model/tunnel.ts'
import type { WireConnection, WireEngine } from './model/wire.ts'
import { useTrial } from './use-trial.ts'

/** What every part of the form is given. */
export interface ConnectionForm {
  readonly stored: WireConnection | null
  readonly engines: readonly WireEngine[]
  /** The chosen engine; null where the server itself owns the connection. */
  readonly engine: WireEngine | null
  readonly draft: Draft
  readonly faults: Faults
  readonly trial: Trial
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Why the connection was not saved. */
  readonly failure: string | null
  /** A failed trial held up a save. */
  readonly isHeld: boolean
  /** The database may only be away: it can be saved all the same. */
  readonly canSaveUntried: boolean
  readonly change: (draft: Draft) => void
  /** Says what is wrong with a field, or that nothing is. */
  readonly mark: (name: string, fault: string | null) => void
  readonly test: () => Promise<boolean>
  readonly save: (isTried?: boolean) => Promise<void>
}

export function useConnectionForm(stored: WireConnection | null, engines: readonly WireEngine[]): ConnectionForm {
  const t = useText()
  const [before] = useState(() => (stored ? draftOf(stored) : startDraft(engines[0] ?? null)))
  const [draft, setDraft] = useState(before)
  const [faults, setFaults] = useState<Faults>({})
  const { trial, run, forget } = useTrial(stored, setFaults)
  const engine = engines.find((one) => one.engine === draft.engine) ?? null
  const refuse = (found: Faults) => {
    setFaults(found)
    return Object.keys(found).length > 0
  }
  const saving = useSaving(stored, before, setFaults)
  const change = (next: Draft) => {
    saving.forget()
    if (placeKey(next) !== placeKey(draft)) forget()
    setFaults(withoutChanged(faults, draft, next))
    setDraft(next)
  }
  const missingIn = (of: Draft) => missingFields(of, engine?.parameters ?? null, stored?.ssh_tunnel)
  const tried = async (of: Draft) => {
    const passed = await run(of)
    if (passed) setDraft(passed)
    return passed
  }
  const test = async () => {
    const { database_name: _, ...missing } = missingIn(draft)
    return !refuse(missing) && (await tried(draft)) !== null
  }
  const save = async (isTried = false) => {
    const missing = missingIn(draft)
    if (refuse(missing)) {
      const count = Object.keys(missing).length
      return saving.fail(t('{{count}} field needs a value|{{count}} fields need a value', { count }))
    }
    const isKnown = isTried || trial.state === 'passed' || !isMoved(draft, stored ? before : null)
    const good = isKnown ? draft : await tried(draft)
    if (good) await saving.save(good)
    else saving.hold()
  }
  return {
    ...{ stored, engines, engine, draft, faults, trial, change, test, save },
    isDirty: JSON.stringify(draft) !== JSON.stringify(before) && !saving.isSaved,
    isSaving: saving.isSaving,
    failure: saving.failure,
    isHeld: saving.isHeld && trial.state === 'failed',
    canSaveUntried: saving.isHeld && trial.state === 'failed' && !/PAYLOAD|MISSING/.test(trial.errorType),
    mark: (name, fault) => setFaults(withFault(faults, name, fault)),
  }
}

function withFault(faults: Faults, name: string, fault: string | null): Faults {
  const { [name]: _, ...rest } = faults
  return fault === null ? rest : { ...rest, [name]: fault }
}

/** The faults of fields that are as they were. */
const withoutChanged = (faults: Faults, before: Draft, after: Draft): Faults =>
  before.engine === after.engine
    ? Object.fromEntries(Object.entries(faults).filter(([name]) => fieldOf(before, name) === fieldOf(after, name)))
    : {}

function fieldOf(draft: Draft, name: string): string | boolean | undefined {
  if (name === 'database_name') return draft.name
  if (name.startsWith('ssh_tunnel.')) return draft.tunnel[name.slice('ssh_tunnel.'.length) as keyof TunnelDraft]
  return name.startsWith('query.') ? draft.options[name.slice('query.'.length)] : draft.values[name]
}

type SaveState =
  | { readonly state: 'idle' | 'saving' | 'saved' | 'held' }
  | { readonly state: 'failed'; readonly reason: string }

function useSaving(stored: WireConnection | null, before: Draft, tell: (faults: Faults) => void) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saving, setSaving] = useState<SaveState>({ state: 'idle' })
  const save = async (draft: Draft) => {
    setSaving({ state: 'saving' })
    try {
      const body = bodyOf(draft, stored ? before : null, stored)
      await (stored ? http.put(`/api/v1/database/${stored.id}`, body) : http.post('/api/v1/database/', body))
      setSaving({ state: 'saved' })
      // Its tables, schemas and flags are read anew wherever they are shown.
      void client.invalidateQueries()
      toast.success(t('Connection {{name}} saved', { name: draft.name.trim() }))
      void navigate(PATHS.databases, { isSettled: true })
    } catch (error) {
      if (error instanceof HttpError) tell(faultsOfError(error))
      setSaving({ state: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    save,
    /** What was wrong with a save is no longer so once something is changed. */
    forget: () => setSaving((now) => (now.state === 'failed' ? { state: 'idle' } : now)),
    fail: (reason: string) => setSaving({ state: 'failed', reason }),
    hold: () => setSaving({ state: 'held' }),
    isSaving: saving.state === 'saving',
    isSaved: saving.state === 'saved',
    isHeld: saving.state === 'held',
    failure: saving.state === 'failed' ? saving.reason : null,
  }
}
