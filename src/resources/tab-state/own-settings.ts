import { SETTINGS, type SeenSettings, type TabChanges } from './fields.ts'

/**
 * What a save changes itself: settings that its sender has left as it saw them are not those of the tab, which another
 * place may have changed since. Without `base` it is all that is sent.
 */
export function ownSettings(sent: TabChanges, base: SeenSettings | null): TabChanges {
  if (base === null) return sent
  const left = SETTINGS.filter((group) => group.every((name) => name in base && isSame(sent[name], base[name])))
  return without(sent, left.flat())
}

/** What of a save still counts whose text comes too late: settings that nobody but its sender has changed. */
export function lateSettings(own: TabChanges, base: SeenSettings | null, stored: SeenSettings): TabChanges {
  if (base === null) return {}
  const free = SETTINGS.filter((group) => group.every((name) => isSame(stored[name], base[name]))).flat()
  return Object.fromEntries(Object.entries(own).filter(([name]) => free.some((one) => one === name)))
}

const without = (changes: TabChanges, names: readonly string[]): TabChanges =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => !names.includes(name)))

/** Flags are stored as numbers. */
const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b)
const plain = (value: unknown) => (typeof value === 'boolean' ? Number(value) : (value ?? null))
