import { tokenFault } from './token-shapes.ts'

type Tokens = Readonly<Record<string, unknown>>

/** A theme as it is used: its tokens, and whether they are meant for the dark side. */
export interface ThemeConfig {
  readonly token: Tokens
  readonly isDark: boolean
}

/** In characters. */
const LONGEST_THEME = 65_536
const STRUCTURE = 'Invalid theme configuration structure'
const ALGORITHMS = new Set(['default', 'dark', 'system', 'compact'])
const FLAGS = new Set(['hashed', 'inherit', 'cssVar'])
const MOST_FAULTS = 10

/** What is wrong with the JSON text of a theme, in sentences; none when it may be kept. */
export function themeFaults(text: string): string[] {
  if (text.length > LONGEST_THEME) return [`Longer than maximum length ${LONGEST_THEME}.`]
  const config = objectOf(text)
  if (config === null) return [STRUCTURE]
  return Object.entries(config).flatMap(memberFaults).slice(0, MOST_FAULTS)
}

/** Reads the text of a stored theme; what may not stand in a theme is left out. */
export function readTheme(text: string): ThemeConfig {
  const config = objectOf(text) ?? {}
  const algorithm = Array.isArray(config.algorithm) ? config.algorithm : [config.algorithm]
  return { token: isObject(config.token) ? usableTokens(config.token) : {}, isDark: algorithm.includes('dark') }
}

/** A theme of another installation, without what may not stand in one here; null when it is no theme. */
export function usableTheme(value: unknown): Tokens | null {
  const config = typeof value === 'string' ? objectOf(value) : value
  if (!isObject(config)) return null
  const kept = Object.entries(config).flatMap(([name, member]): [string, unknown][] => {
    if (name === 'token' && isObject(member)) return [[name, usableTokens(member)]]
    return name !== 'components' && memberFaults([name, member]).length === 0 ? [[name, member]] : []
  })
  return Object.fromEntries(kept)
}

const usableTokens = (tokens: Tokens) =>
  Object.fromEntries(Object.entries(tokens).filter(([name, value]) => tokenFault(name, value) === null))

function memberFaults([name, value]: readonly [string, unknown]): string[] {
  if (name === 'token') return isObject(value) ? tokensFaults(value) : [STRUCTURE]
  if (name === 'components') return isObject(value) ? Object.entries(value).flatMap(componentFaults) : [STRUCTURE]
  if (name === 'algorithm') return isAlgorithm(value) ? [] : [STRUCTURE]
  if (FLAGS.has(name)) return typeof value === 'boolean' ? [] : [STRUCTURE]
  return [`${name.slice(0, 60)} is no part of a theme.`]
}

const tokensFaults = (tokens: Tokens) =>
  Object.entries(tokens).flatMap(([name, value]) => tokenFault(name, value) ?? [])

function componentFaults([name, tokens]: readonly [string, unknown]): string[] {
  if (!/^[A-Z][A-Za-z]{1,30}$/.test(name) || !isObject(tokens)) return [STRUCTURE]
  return tokensFaults(tokens)
}

const isAlgorithm = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).every((word) => typeof word === 'string' && ALGORITHMS.has(word))

function objectOf(text: string): Tokens | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Tokens =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
