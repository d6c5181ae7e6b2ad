import type { Translate } from '../../ui/text.ts'
import type { ShownChange } from '../changes/change-list.tsx'

type Json = Readonly<Record<string, unknown>>

interface Item {
  readonly id: string
  readonly type: string
  readonly children: readonly string[]
  readonly meta: Json
}
type Items = ReadonlyMap<string, Item>

/** Names of items by their type, where they have none of their own. */
const TYPES: Readonly<Record<string, string>> = {
  CHART: 'Chart',
  MARKDOWN: 'Text',
  HEADER: 'Heading',
  ROW: 'Row',
  COLUMN: 'Column',
  TABS: 'Tabs',
  TAB: 'Tab',
  DIVIDER: 'Divider',
}

/** What changed on a dashboard's layout, each change by the name of its item: added, removed, moved, resized, renamed. */
export function layoutChanges(before: unknown, after: unknown, t: Translate): ShownChange[] {
  const [old, now] = [itemsOf(before), itemsOf(after)]
  const ids = [...new Set([...old.keys(), ...now.keys()])]
  const moved = movedItems(old, now)
  return ids.flatMap((id) => {
    const [from, to] = [old.get(id), now.get(id)]
    const item = to ?? from
    if (!item || TYPES[item.type] === undefined) return []
    const label = itemName(to ? now : old, item, t)
    if (!from) return [{ label, before: null, after: t('Added to {{place}}', { place: placeOf(now, id, t) }) }]
    if (!to) return [{ label, before: t('In {{place}}', { place: placeOf(old, id, t) }), after: t('Removed') }]
    return [...(moved.has(id) ? [moveOf(id, label, old, now, t)] : []), ...metaChanges(label, from.meta, to.meta, t)]
  })
}

function moveOf(id: string, name: string, old: Items, now: Items, t: Translate): ShownChange {
  const isSame = parentsOf(old).get(id) === parentsOf(now).get(id)
  return {
    label: t('{{name}}: place', { name }),
    before: t('In {{place}}', { place: placeOf(old, id, t) }),
    after: isSame ? t('The same place, in another order') : t('In {{place}}', { place: placeOf(now, id, t) }),
  }
}

function metaChanges(name: string, before: Json, after: Json, t: Translate): ShownChange[] {
  const labels: Readonly<Record<string, string>> = {
    width: t('width'),
    height: t('height'),
    text: t('text'),
    code: t('text'),
    sliceNameOverride: t('title'),
    background: t('background'),
    headerSize: t('size'),
  }
  return Object.entries(labels).flatMap(([key, label]) => {
    const [from, to] = [before[key] ?? null, after[key] ?? null]
    return from === to ? [] : [{ label: `${name}: ${label}`, before: from, after: to }]
  })
}

/** Items with another parent, or in another order among those that stayed with the same parent. */
function movedItems(old: Items, now: Items): ReadonlySet<string> {
  const parents = [parentsOf(old), parentsOf(now)] as const
  const stayed = (id: string) => parents[0].get(id) === parents[1].get(id)
  const moved = new Set([...old.keys()].filter((id) => now.has(id) && !stayed(id)))
  for (const [id, { children }] of old) {
    const order = (list: readonly string[]) => list.filter((child) => old.has(child) && now.has(child) && stayed(child))
    const [from, to] = [order(children), order(now.get(id)?.children ?? [])]
    for (const [at, child] of from.entries()) if (to[at] !== child && to.includes(child)) moved.add(child)
  }
  return moved
}

const parentsOf = (items: Items): ReadonlyMap<string, string> =>
  new Map([...items.values()].flatMap((item) => item.children.map((child) => [child, item.id] as const)))

function placeOf(items: Items, id: string, t: Translate): string {
  const parentId = parentsOf(items).get(id)
  const parent = parentId === undefined ? undefined : items.get(parentId)
  if (!parent || TYPES[parent.type] === undefined) return t('the dashboard')
  return itemName(items, parent, t)
}

function itemName(items: Items, item: Item, t: Translate): string {
  const { type, meta } = item
  if (type === 'ROW') return t('Row {{number}}', { number: numberAmong(items, item) })
  const own = [meta.sliceNameOverride, meta.sliceName, meta.text].find((one) => typeof one === 'string' && one !== '')
  const kind = t(TYPES[type] ?? type)
  return own === undefined ? kind : `${kind} “${String(own)}”`
}

/** Rows have no names of their own: they are counted from the top. */
function numberAmong(items: Items, { id }: Item): number {
  const parent = [...items.values()].find(({ children }) => children.includes(id))
  const rows = parent?.children.filter((child) => items.get(child)?.type === 'ROW') ?? []
  return rows.indexOf(id) + 1
}

function itemsOf(position: unknown): Items {
  if (!isObject(position)) return new Map()
  return new Map(
    Object.entries(position).flatMap(([id, value]) => {
      if (!isObject(value) || typeof value.type !== 'string') return []
      const children = Array.isArray(value.children) ? value.children.map(String) : []
      return [[id, { id, type: value.type, children, meta: isObject(value.meta) ? value.meta : {} }] as const]
    }),
  )
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
