import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const FOCUSABLE_ROW = ':scope > tr[tabindex]'

/** Where the row that has the keyboard goes away, the row that comes to its place has it. For the body of a table. */
export function useRowFocus(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const place = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked whenever the rows are others
  useLayoutEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return
    const shown = [...(body.current?.querySelectorAll<HTMLElement>(FOCUSABLE_ROW) ?? [])]
    shown.at(Math.min(place.current, shown.length - 1))?.focus({ preventScroll: true })
  }, [rows])
  return {
    ref: body,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest('tr')
      const shown = [...(body.current?.querySelectorAll(FOCUSABLE_ROW) ?? [])]
      place.current = row === null ? -1 : shown.indexOf(row)
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.isConnected) place.current = -1
    },
  }
}
