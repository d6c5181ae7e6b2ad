import type { MouseEvent } from 'react'

/** A pointer that presses a button takes the focus from no text that is being written. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
