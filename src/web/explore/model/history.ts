import type { FormData } from '../../data/chart-request.ts'

interface Step {
  readonly field: string
  /** The settings before the step. They are never changed in place, so keeping them costs next to nothing. */
  readonly before: FormData
}

/** Settings of a chart with every step back and forth. */
export interface FormHistory {
  readonly form: FormData
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

const MAX_STEPS = 100

export const startHistory = (form: FormData): FormHistory => ({ form, past: [], future: [] })

/** Changes the settings. Typing in one field is one step: `isTyping` joins it to the step before. */
export function edit(history: FormHistory, field: string, next: FormData, isTyping = false): FormHistory {
  if (isEqual(history.form, next)) return history
  const joins = isTyping && history.past.at(-1)?.field === field && history.future.length === 0
  const past = joins ? history.past : [...history.past, { field, before: history.form }]
  return { form: next, past: past.slice(-MAX_STEPS), future: [] }
}

export function undo(history: FormHistory): FormHistory {
  const step = history.past.at(-1)
  if (!step) return history
  const back = { field: step.field, before: history.form }
  return { form: step.before, past: history.past.slice(0, -1), future: [...history.future, back] }
}

export function redo(history: FormHistory): FormHistory {
  const step = history.future.at(-1)
  if (!step) return history
  const back = { field: step.field, before: history.form }
  return { form: step.before, past: [...history.past, back], future: history.future.slice(0, -1) }
}

function isEqual(a: FormData, b: FormData): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
