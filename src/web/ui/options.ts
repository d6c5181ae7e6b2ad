import type { ReactNode } from 'react'

export interface SelectOption<V extends string | number = string> {
  readonly value: V
  readonly label: string
  readonly icon?: ReactNode
  /** Small text at the right: a type, a count. */
  readonly hint?: string | undefined
  readonly group?: string | undefined
  readonly disabled?: boolean | undefined
}

/** Options whose label or hint holds the search; those that begin with it first, else in their order. */
export function filterOptions<O extends SelectOption<string | number>>(
  options: readonly O[],
  search: string,
): readonly O[] {
  const needle = search.trim().toLowerCase()
  if (needle === '') return options
  const begins: O[] = []
  const holds: O[] = []
  for (const option of options) {
    const label = option.label.toLowerCase()
    if (label.startsWith(needle)) begins.push(option)
    else if (label.includes(needle) || option.hint?.toLowerCase().includes(needle)) holds.push(option)
  }
  return [...begins, ...holds]
}

/** The next option that can be chosen, from `from` in steps of `step`; stays when there is none. */
function nextOption(options: readonly SelectOption<string | number>[], from: number, step: number): number {
  for (let at = from + step; at >= 0 && at < options.length; at += step) if (!options[at]?.disabled) return at
  return from
}

const PAGE_ROWS = 10

/** Where an arrow or page key leads from the option `at`; null for other keys. */
export function targetOf(key: string, options: readonly SelectOption<string | number>[], at: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return nextOption(options, at, 1)
    case 'ArrowUp':
      return nextOption(options, at, -1)
    case 'PageDown':
      return nextOption(options, Math.min(at + PAGE_ROWS, options.length - 1) - 1, 1)
    case 'PageUp':
      return nextOption(options, Math.max(at - PAGE_ROWS, 0) + 1, -1)
    default:
      return null
  }
}

const AHEAD_MS = 700

/** What was typed onto a list without a search field, and when, in milliseconds. */
export interface TypedAhead {
  readonly text: string
  readonly at: number
}

/** What is typed by then: letters that follow each other closely are one word. */
export const typeAhead = (before: TypedAhead, letter: string, at: number): TypedAhead => ({
  text: at - before.at < AHEAD_MS ? before.text + letter : letter,
  at,
})

/** The option that begins with what is typed; from one letter to the same again, the next such. -1 where none does. */
export function optionBeginning(
  options: readonly SelectOption<string | number>[],
  { text }: TypedAhead,
  active: number,
): number {
  const begins = ({ label, disabled }: SelectOption<string | number>) =>
    !disabled && label.toLowerCase().startsWith(text.toLowerCase())
  const after = options.findIndex((option, at) => at >= active + (text.length > 1 ? 0 : 1) && begins(option))
  return after < 0 ? options.findIndex(begins) : after
}
