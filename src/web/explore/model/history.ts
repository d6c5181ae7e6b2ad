import { applyPatches, enablePatches, type Patch, produceWithPatches } from 'immer'
import type { FormData } from '../../data/chart-request.ts'

enablePatches()

interface Step {
  readonly field: string
  readonly patches: readonly Patch[]
  readonly inverse: readonly Patch[]
}

/** Settings of a chart with every step back and forth. */
export interface FormHistory {
  readonly form: FormData
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export type Change = (form: Record<string, unknown>) => void

const MAX_STEPS = 100

export const startHistory = (form: FormData): FormHistory => ({ form, past: [], future: [] })

/** Changes the settings. Typing in one field is one step: `isTyping` joins it to the step before. */
export function edit(history: FormHistory, field: string, change: Change, isTyping = false): FormHistory {
  const [form, patches, inverse] = produceWithPatches(history.form, (draft) => {
    change(draft as Record<string, unknown>)
  })
  if (patches.length === 0) return history
  const last = history.past.at(-1)
  const joins = isTyping && last?.field === field && history.future.length === 0
  const step: Step = joins
    ? { field, patches: [...last.patches, ...patches], inverse: [...inverse, ...last.inverse] }
    : { field, patches, inverse }
  const before = joins ? history.past.slice(0, -1) : history.past
  return { form, past: [...before, step].slice(-MAX_STEPS), future: [] }
}

export function undo(history: FormHistory): FormHistory {
  const step = history.past.at(-1)
  if (!step) return history
  return {
    form: applyPatches(history.form, [...step.inverse]),
    past: history.past.slice(0, -1),
    future: [...history.future, step],
  }
}

export function redo(history: FormHistory): FormHistory {
  const step = history.future.at(-1)
  if (!step) return history
  return {
    form: applyPatches(history.form, [...step.patches]),
    past: [...history.past, step],
    future: history.future.slice(0, -1),
  }
}
