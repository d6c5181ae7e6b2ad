import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

const STORE_KEY = 'sightline.theme'
const isSystemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let choice: ThemeChoice = 'system'

/** Puts the stored choice on the page. Called once, before the first render. */
export function startTheme(): void {
  const stored = localStorage.getItem(STORE_KEY)
  choice = stored === 'light' || stored === 'dark' ? stored : 'system'
  apply()
  isSystemDark?.addEventListener('change', apply)
}

export function setTheme(next: ThemeChoice): void {
  choice = next
  if (next === 'system') localStorage.removeItem(STORE_KEY)
  else localStorage.setItem(STORE_KEY, next)
  apply()
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice)

/** The theme in force, for what CSS cannot reach: charts, the editor. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, resolved)

const resolved = (): Theme => (choice === 'system' ? (isSystemDark?.matches ? 'dark' : 'light') : choice)

function apply(): void {
  document.documentElement.dataset.theme = resolved()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
