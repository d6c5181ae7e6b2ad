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
export function nextOption(options: readonly SelectOption<string | number>[], from: number, step: number): number {
  for (let at = from + step; at >= 0 && at < options.length; at += step) if (!options[at]?.disabled) return at
  return from
}
