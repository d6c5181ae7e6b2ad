import { HEADER_ID, type Layout, withParents } from '../../../query/dashboard/layout.ts'
import type { Draft } from './draft.ts'
import { isSameValue } from './same-value.ts'

/**
 * The changes of two people who began with the same dashboard, together. What both changed is as it is in `mine`; so
 * is the whole layout where both changed the same part of it.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft {
  const metadata = mergedFields(base.metadata, mine.metadata, theirs.metadata)
  const filters = mergedList(base.metadata.filters, mine.metadata.filters, theirs.metadata.filters)
  return {
    layout: mergedLayout(base.layout, mine.layout, theirs.layout),
    metadata: { ...metadata, filters },
    properties: mergedFields(base.properties, mine.properties, theirs.properties),
  }
}

function mergedFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Fields {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])] as (keyof Fields & string)[]
  const merged = keys.flatMap((key) => {
    const value = mergedValue(base[key], mine[key], theirs[key])
    return value === undefined ? [] : [[key, value] as const]
  })
  const gone = keys.filter((key) => !merged.some(([kept]) => kept === key))
  return { ...without(theirs, gone), ...Object.fromEntries(merged) }
}

function without<Fields extends object>(fields: Fields, keys: readonly string[]): Fields {
  if (keys.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key))) as Fields
}

function mergedValue<Value>(base: Value, mine: Value, theirs: Value): Value {
  if (isSameValue(mine, base)) return theirs
  if (isSameValue(theirs, base)) return mine
  return isRecord(base) && isRecord(mine) && isRecord(theirs) ? mergedFields(base, mine, theirs) : mine
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Named {
  readonly id: string
}

/** What one removed is gone unless the other changed it. */
function mergedList<Item extends Named>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] {
  const find = (list: readonly Item[], id: string) => list.find((item) => item.id === id)
  const idsOf = (list: readonly Item[]) => list.map((item) => item.id)
  const order = isSameValue(idsOf(mine), idsOf(base)) ? [theirs, mine] : [mine, theirs]
  return [...new Set(order.flatMap(idsOf))].flatMap((id) => {
    const [before, own, other] = [find(base, id), find(mine, id), find(theirs, id)]
    if (own && other) return [before ? mergedValue(before, own, other) : own]
    const left = own ?? other
    const isRemoved = before !== undefined && isSameValue(before, left)
    return left === undefined || isRemoved ? [] : [left]
  })
}

/** Item by item: who changes a place changes what holds it too, so that changes of different items do not meet. */
function mergedLayout(base: Layout, mine: Layout, theirs: Layout): Layout {
  const [own, other] = [changedIds(base, mine), changedIds(base, theirs)]
  if (other.length === 0) return mine
  if (own.some((id) => other.includes(id))) return mine
  const kept = Object.fromEntries(Object.entries(theirs).filter(([id]) => !own.includes(id)))
  const changed = own.flatMap((id) => (mine[id] ? [[id, mine[id]] as const] : []))
  return withParents({ ...kept, ...Object.fromEntries(changed) })
}

function changedIds(before: Layout, after: Layout): readonly string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids].filter((id) => id !== HEADER_ID && !isSameValue(before[id], after[id]))
}
