import { createContext } from 'react'

/** True below a canvas that is being edited. */
export const EditingContext = createContext(false)
