import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrow keys in a group of round choices: focus and choice go together. */
export function handleRadioKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const at = radios.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const next = radios.at((at + step) % radios.length)
  next?.focus()
  next?.click()
}

/** One stop of the Tab key for the whole group: the chosen one, or the first while none is. */
export const radioTabIndex = (isChosen: boolean, isFirst: boolean, hasChosen: boolean): 0 | -1 =>
  isChosen || (isFirst && !hasChosen) ? 0 : -1
