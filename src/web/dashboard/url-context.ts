import { createContext, useContext } from 'react'
import { parseUrlState, type UrlState } from './model/url-state.ts'

export const UrlStateContext = createContext<UrlState>(parseUrlState(new URLSearchParams(), ''))

export const useUrlState = (): UrlState => useContext(UrlStateContext)
