import { own } from './own.ts'

/** One place where two JSON values differ; `before` or `after` is null where the place is missing. */
export interface JsonChange {
  /** Names and positions from the outside in: `['metadata', 'refresh_frequency']`. */
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

type Json = Readonly<Record<string, unknown>>

/** Names that tell the members of a list apart, so that one that moved is not ten that changed. */
const KEYS = ['column_name', 'metric_name', 'id', 'name'] as const

/**
 * Where two JSON values differ, in the order of their keys. Lists whose members have names are compared by name. A
 * member that is null counts as missing, as the stores write it.
 */
export function jsonChanges(before: unknown, after: unknown, path: readonly string[] = []): JsonChange[] {
  if (Object.is(before ?? null, after ?? null)) return []
  if (isObject(before) && isObject(after)) return objectChanges(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path)
  return [{ path, before: before ?? null, after: after ?? null }]
}

function objectChanges(before: Json, after: Json, path: readonly string[]): JsonChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => jsonChanges(own(before, key), own(after, key), [...path, key]))
}

function listChanges(before: readonly unknown[], after: readonly unknown[], path: readonly string[]): JsonChange[] {
  const key = KEYS.find((name) => isNamed(before, name) && isNamed(after, name))
  if (key === undefined || before.length + after.length === 0)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
  const changes = objectChanges(byName(before, key), byName(after, key), path)
  const isReordered =
    changes.length === 0 && before.some((each, at) => (each as Json)[key] !== (after[at] as Json)?.[key])
  return isReordered ? [{ path, before: namesOf(before, key), after: namesOf(after, key) }] : changes
}

const isNamed = (list: readonly unknown[], key: string): boolean =>
  list.every((each) => isObject(each) && typeof each[key] === 'string') &&
  new Set(list.map((each) => (each as Json)[key])).size === list.length
const byName = (list: readonly unknown[], key: string): Json =>
  Object.fromEntries(list.map((each) => [String((each as Json)[key]), each]))
const namesOf = (list: readonly unknown[], key: string) => list.map((each) => (each as Json)[key])

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
