import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { type Address, addressText, type Params, resolveAddress, type To } from './address.ts'

export interface Location extends Address {
  /** What the navigation handed over. */
  readonly state: unknown
}

interface NavigateOptions {
  /** Takes the place of the page in the history instead of standing behind it. */
  readonly replace?: boolean
  readonly state?: unknown
  /** Asks nobody: what could be lost is saved, or is to be lost. */
  readonly isSettled?: boolean
}

export type NavigateTo = (to: To, options?: NavigateOptions) => void

const listeners = new Set<() => void>()
const LocationContext = createContext<Location>(currentLocation())
const ParamsContext = createContext<Params>({})

/** Knows the address of the page. A screen stays until the one that follows it has loaded. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation)
  useLayoutEffect(() => {
    const handleChange = () => startTransition(() => setLocation(currentLocation()))
    const handleStep = () => {
      if (!isHeldBack()) handleChange()
    }
    listeners.add(handleChange)
    window.addEventListener('popstate', handleStep)
    return () => {
      listeners.delete(handleChange)
      window.removeEventListener('popstate', handleStep)
    }
  }, [])
  return <LocationContext value={location}>{children}</LocationContext>
}

/** The parts of the address that the screen's pattern names. */
export const ParamsProvider = ParamsContext

export const useLocation = (): Location => useContext(LocationContext)
export const useParams = (): Params => useContext(ParamsContext)
export const useNavigate = (): NavigateTo => navigate

export function useSearchParams(): readonly [
  URLSearchParams,
  (next: URLSearchParams, options?: NavigateOptions) => void,
] {
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  return [params, setSearchParams]
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To
}

/** A link within the product. With a modifier key, or for another window, the browser follows it itself. */
export function Link({ to, onClick, target, ...rest }: LinkProps) {
  const here = useLocation()
  const address = resolveAddress(to, here)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isForBrowser = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (event.defaultPrevented || isForBrowser || (target && target !== '_self')) return
    event.preventDefault()
    navigate(address, { replace: addressText(address) === addressText(here) })
  }
  return <a {...rest} href={addressText(address)} target={target} onClick={handleClick} />
}

/** Goes to an address as soon as it is shown. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  useEffect(() => navigate(to, { replace }), [to, replace])
  return null
}

interface Hold {
  /** `go` goes there after all. */
  ask(go: () => void): void
  readonly pathname: string
  readonly index: number
}
let held: Hold | null = null

/** Until it is let go, what leads to another screen asks first, Back and Forward too. */
export function holdNavigation(ask: Hold['ask']): () => void {
  held = { ask, pathname: window.location.pathname, index: historyIndex() }
  return () => {
    held = null
  }
}

const askFirst = ({ ask }: Hold, go: () => void): void =>
  ask(() => {
    held = null
    go()
  })

/** Takes a step through the history back where it must be asked for; says whether it did. */
function isHeldBack(): boolean {
  if (held === null || window.location.pathname === held.pathname) return false
  const steps = historyIndex() - held.index || -1
  window.history.go(-steps)
  askFirst(held, () => window.history.go(steps))
  return true
}

/** Where the page stands in the history; 0 in browsers that do not tell. */
const historyIndex = (): number =>
  (window as { readonly navigation?: { readonly currentEntry?: { readonly index: number } | null } }).navigation
    ?.currentEntry?.index ?? 0

/** Goes to an address without loading the page anew. */
function navigate(to: To, options: NavigateOptions = {}): void {
  const address = resolveAddress(to, window.location)
  const leads = !options.replace && !options.isSettled && address.pathname !== window.location.pathname
  if (held && leads) askFirst(held, () => goTo(address, options))
  else goTo(address, options)
}

function goTo(address: Address, { replace = false, state = null }: NavigateOptions): void {
  const url = addressText(address)
  // Screens read what is handed over from the history, under this key.
  if (replace) window.history.replaceState({ usr: state }, '', url)
  else window.history.pushState({ usr: state }, '', url)
  for (const listen of listeners) listen()
}

function setSearchParams(next: URLSearchParams, options?: NavigateOptions): void {
  navigate({ search: next.toString() }, options)
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const kept: unknown = window.history.state
  const state = typeof kept === 'object' && kept !== null && 'usr' in kept ? kept.usr : null
  return { pathname, search, hash, state }
}
