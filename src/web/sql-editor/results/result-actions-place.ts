import { createContext } from 'react'

/** The element in the row of result tabs into which a result puts its summary and buttons. */
export const ResultActionsPlace = createContext<HTMLElement | null>(null)
