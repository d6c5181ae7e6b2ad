import type { FormData } from '../parts/form-options.ts'

/** How the saved settings of a chart type that is drawn no more become those of its successor. */
export interface SuccessionRule {
  /** The successor's viz_type, which may depend on the settings. */
  successor(form: FormData): string
  /** Fields that the successor knows under another name. The older name wins where both are there. */
  readonly renamed: Readonly<Record<string, string>>
  /** Fields that say nothing to the successor. */
  readonly dropped: readonly string[]
  /** The time column becomes the x-axis. */
  readonly hasTimeAxis: boolean
  /** Fields to set before the names change. Throws SuccessionError for a setting that has no successor. */
  settings(form: FormData): FormData
  /** Fields to set at the end, when the time filter is in place. */
  finish?(form: FormData): FormData
}

/** A saved setting that cannot be carried over. The message says which. */
export class SuccessionError extends Error {}

/** False for what says "not set" in saved settings: null, false, zero and everything empty. */
export function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

/** A saved list; a single value counts as a list of one, and what is not set as an empty one. */
export function listFrom(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isSet(value) ? [value] : []
}

/** Margins and angles of axis labels, which the older types gave as words. */
export function axisSettings(form: FormData, margins: Readonly<Record<string, string>>): FormData {
  const missing = Object.entries(margins).filter(
    ([title, margin]) => isSet(form[title]) && (!isSet(form[margin]) || form[margin] === 'auto'),
  )
  return {
    ...Object.fromEntries(missing.map(([, margin]) => [margin, TITLE_MARGIN])),
    ...(isSet(form.x_ticks_layout) ? { x_ticks_layout: form.x_ticks_layout === '45°' ? SLANTED : 0 } : {}),
  }
}

/** Pixels between an axis and its title. */
const TITLE_MARGIN = 30
/** Degrees. */
export const SLANTED = 45
