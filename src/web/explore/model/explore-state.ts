import type { FormData } from '../../data/chart-request.ts'
import { edit, type FormHistory, redo, startHistory, undo } from './history.ts'

/** The screen: settings being edited, the ones the picture shows, and the saved ones. */
export interface ExploreState {
  readonly history: FormHistory
  readonly asked: FormData
  /** Null for a chart that was never saved. */
  readonly saved: FormData | null
  /** The settings are work that was kept, not a first suggestion. */
  readonly isKept: boolean
  readonly isLive: boolean
  /** How often what the picture shows was asked for again, unchanged. */
  readonly repeats: number
}

export function openForm(form: FormData, saved: FormData | null, isKept = false): ExploreState {
  return { history: startHistory(form), asked: form, saved, isKept, isLive: false, repeats: 0 }
}

/** Changes one setting; `complete` adds what the change needs. */
export const setField = (
  state: ExploreState,
  field: string,
  value: unknown,
  isTyping = false,
  complete: (form: FormData) => FormData = (form) => form,
): ExploreState => replaceForm(state, field, complete({ ...state.history.form, [field]: value }), isTyping)

/** Puts whole settings in place of the ones there, as one step; typing in one field is one step as well. */
export const replaceForm = (state: ExploreState, field: string, next: FormData, isTyping = false): ExploreState =>
  follow({ ...state, history: edit(state.history, field, next, isTyping) })

const TYPE = 'viz_type'

/** Another chart type. Going straight back to the one before also takes back what the change filled in. */
export function switchType(state: ExploreState, type: string, next: (form: FormData) => FormData): ExploreState {
  const last = state.history.past.at(-1)
  if (last?.field === TYPE && last.before[TYPE] === type) return stepBack(state)
  return replaceForm(state, TYPE, next(state.history.form))
}

export const stepBack = (state: ExploreState): ExploreState => follow({ ...state, history: undo(state.history) })
export const stepForward = (state: ExploreState): ExploreState => follow({ ...state, history: redo(state.history) })

/** Asks with the settings as they are, once more where they are those asked for. */
export const ask = (state: ExploreState): ExploreState =>
  isStale(state) ? takeUp(state) : { ...state, repeats: state.repeats + 1 }

const takeUp = (state: ExploreState): ExploreState => ({ ...state, asked: state.history.form })

export const setLive = (state: ExploreState, isLive: boolean): ExploreState => follow({ ...state, isLive })

/** The settings are those of a saved chart, whose id they carry from here on. */
export function markSaved(state: ExploreState, form: FormData, sliceId: number): ExploreState {
  const named = (one: FormData): FormData => ({ ...one, slice_id: sliceId })
  const history = { ...state.history, form: named(state.history.form) }
  return { ...state, history, asked: named(state.asked), saved: named(form) }
}

/** True when the picture shows other settings than the panel. */
export const isStale = (state: ExploreState): boolean => !isSameForm(state.history.form, state.asked)

export const hasUnsavedChanges = (state: ExploreState): boolean =>
  state.saved === null ? state.isKept || state.history.past.length > 0 : !isSameForm(state.history.form, state.saved)

const follow = (state: ExploreState): ExploreState => (state.isLive ? takeUp(state) : state)

/** Fields that say where a chart is, not what it asks. */
const ADDRESS = new Set([
  'slice_id',
  'url_params',
  'applied_time_extras',
  'dashboards',
  'extra_form_data',
  'datasource_name',
])

export function isSameForm(a: FormData, b: FormData): boolean {
  if (a === b) return true
  return JSON.stringify(normal(a)) === JSON.stringify(normal(b))
}

function normal(form: FormData) {
  return Object.entries(form)
    .filter(([name, value]) => !ADDRESS.has(name) && !isAbsent(value))
    .toSorted(([a], [b]) => a.localeCompare(b))
}

const isAbsent = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)
