import { useSyncExternalStore } from 'react'
import { keepText, keptText } from './kept.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'
/** Values of custom properties by name, such as `--accent`. */
type Properties = Readonly<Record<string, string>>

const STORE_KEY = 'sightline.theme'
const isSystemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let choice: ThemeChoice = 'system'
let own: Readonly<Record<Theme, Properties>> | null = null

/** Puts the stored choice on the page. Called once, before the first render. */
export function startTheme(): void {
  const stored = keptText(STORE_KEY)
  choice = stored === 'light' || stored === 'dark' ? stored : 'system'
  apply()
  isSystemDark?.addEventListener('change', apply)
}

export function setTheme(next: ThemeChoice): void {
  keepText(STORE_KEY, next === 'system' ? null : next)
  showTheme(next)
}

/** The same for this page alone: nothing is stored. */
export function showTheme(next: ThemeChoice): void {
  choice = next
  apply()
}

/** Puts values in the place of those of the kit, for each of its sides; null takes them away. */
export function setProperties(next: Readonly<Record<Theme, Properties>> | null): void {
  for (const name of Object.keys({ ...own?.light, ...own?.dark })) document.documentElement.style.removeProperty(name)
  own = next
  apply()
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice)

/** The theme in force, for what CSS cannot reach: charts, the editor. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, resolved)

/** What goes with the theme in force; read again whenever that or its properties change. */
export const useThemed = <T>(read: (theme: Theme) => T): T => useSyncExternalStore(subscribe, () => read(resolved()))

const resolved = (): Theme => (choice === 'system' ? (isSystemDark?.matches ? 'dark' : 'light') : choice)

function apply(): void {
  const { dataset, style } = document.documentElement
  dataset.theme = resolved()
  for (const [name, value] of Object.entries(own?.[resolved()] ?? {})) style.setProperty(name, value)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
