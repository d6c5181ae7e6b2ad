import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outline, show, TABBED, TWO_ROWS } from '../../../../test/layout-outline.ts'
import {
  chartIdsBelow,
  GRID_ID,
  type Layout,
  type LayoutItem,
  type LayoutType,
  ROOT_ID,
  subtreeIds,
} from '../../../query/dashboard/layout.ts'
import { freeColumns, hasWidth, resize, widthOf } from '../../../query/dashboard/widths.ts'
import { drop, NOT_ENOUGH_SPACE } from './drop.ts'
import { deleteItem, type NewItem } from './edit-layout.ts'
import { moveByKey, resizeByKey } from './keyboard.ts'
import { depthOf, isValidChild } from './validity.ts'

const TYPES = ['CHART', 'MARKDOWN', 'COLUMN', 'ROW', 'HEADER', 'TABS', 'TAB', 'DIVIDER'] as const
const DIRECTIONS = ['up', 'right', 'down', 'left'] as const

const at = fc.nat({ max: 1000 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('drop' as const), what: at, where: at, index: fc.nat({ max: 6 }) }),
  fc.record({
    kind: fc.constant('add' as const),
    type: fc.constantFrom(...TYPES),
    where: at,
    index: fc.nat({ max: 6 }),
  }),
  fc.record({ kind: fc.constant('key' as const), what: at, direction: fc.constantFrom(...DIRECTIONS) }),
  fc.record({ kind: fc.constant('size' as const), what: at, direction: fc.constantFrom(...DIRECTIONS) }),
  fc.record({ kind: fc.constant('width' as const), what: at, width: fc.integer({ min: -3, max: 20 }) }),
)

function maker() {
  let count = 0
  return (type: LayoutType) => {
    count += 1
    return `${type}-${count}`
  }
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Anything of the layout, to put something into. */
const nth = (layout: Layout, index: number): string => {
  const ids = subtreeIds(layout, ROOT_ID)
  return ids[index % ids.length] ?? ROOT_ID
}

/** Something that can be taken hold of. */
const held = (layout: Layout, index: number): string => {
  const ids = subtreeIds(layout, ROOT_ID).filter((id) => id !== ROOT_ID && id !== GRID_ID)
  return ids[index % ids.length] ?? ''
}

function applied(layout: Layout, one: Step, makeId: (type: LayoutType) => string): Layout {
  const context = { makeId, filters: [] }
  switch (one.kind) {
    case 'drop': {
      const place = { parentId: nth(layout, one.where), index: one.index }
      const outcome = drop(layout, { kind: 'existing', id: held(layout, one.what) }, place, context)
      return outcome.kind === 'changed' ? outcome.layout : layout
    }
    case 'add': {
      const meta = one.type === 'CHART' ? { meta: { chartId: 1000 + one.where } } : {}
      const item: NewItem = { type: one.type, ...meta }
      const place = { parentId: nth(layout, one.where), index: one.index }
      const outcome = drop(layout, { kind: 'new', item }, place, context)
      return outcome.kind === 'changed' ? outcome.layout : layout
    }
    case 'key': {
      const outcome = moveByKey(layout, held(layout, one.what), one.direction, context)
      return outcome.kind === 'changed' ? outcome.layout : layout
    }
    case 'size':
      return resizeByKey(layout, held(layout, one.what), one.direction)
    case 'width':
      return resize(layout, held(layout, one.what), { width: one.width })
  }
}

/** What is wrong with a layout, in words. */
function faults(layout: Layout): readonly string[] {
  const reached = subtreeIds(layout, ROOT_ID)
  const twice = reached.filter((id, i) => reached.indexOf(id) !== i)
  return [...twice.map((id) => `${id} stands twice`), ...reached.flatMap((id) => faultsBelow(layout, id))]
}

function faultsBelow(layout: Layout, id: string): readonly string[] {
  const item = layout[id]
  if (!item) return [`${id} is missing`]
  if (item.type === 'TABS' && item.children.length === 0) return [`${id} holds no tab`]
  return item.children.flatMap((child) => faultsOfChild(layout, item, child))
}

function faultsOfChild(layout: Layout, parent: LayoutItem, id: string): readonly string[] {
  const child = layout[id]
  if (!child) return [`${id} is missing`]
  const place = [...parent.parents, parent.id].join()
  const isTooWide = parent.type === 'ROW' && hasWidth(child) && widthOf(child) > freeColumns(layout, parent, id)
  return [
    ...(child.parents.join() === place ? [] : [`${id} does not know where it stands`]),
    ...(isValidChild(parent.type, depthOf(layout, parent.id), child.type) ? [] : [`${id} may not be in ${parent.id}`]),
    ...(isTooWide || widthOf(child) < 1 ? [`${id} does not fit into ${parent.id}`] : []),
  ]
}

const chartsOf = (layout: Layout) => [...chartIdsBelow(layout, ROOT_ID)].sort((a, b) => a - b)

test.each([
  ['two rows', TWO_ROWS],
  ['tabs in tabs', TABBED],
])('any sequence of moves, additions and sizes from %s keeps every chart and a sound layout', (_, start) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const makeId = maker()
      let layout = outline(start)
      for (const one of steps) {
        const before = chartsOf(layout)
        const next = applied(layout, one, makeId)
        const context = `${JSON.stringify(one)}\n${show(layout)}=>\n${show(next)}`
        expect(faults(next), context).toEqual([])
        if (one.kind !== 'add') expect(chartsOf(next), context).toEqual(before)
        layout = next
      }
    }),
    { numRuns: 500 },
  )
})

test('a deleted item takes what is below it, and nothing else but the tabs or the row that it leaves empty', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), at, (steps, what) => {
      const makeId = maker()
      const layout = steps.reduce((now, one) => applied(now, one, makeId), outline(TABBED))
      const id = held(layout, what)
      const next = deleteItem(layout, id)
      const context = `${id}\n${show(layout)}=>\n${show(next)}`
      expect(faults(next), context).toEqual([])
      const isTop = layout[ROOT_ID]?.children.includes(id) ?? false
      const gone = new Set(isTop || next === layout ? [] : chartIdsBelow(layout, id))
      expect(chartsOf(next), context).toEqual(chartsOf(layout).filter((chart) => !gone.has(chart)))
    }),
    { numRuns: 500 },
  )
})

test('a tab is refused by tabs in a column that is narrower than what it holds, and still put into another order', () => {
  const layout = outline(`${TABBED.trimEnd()}\n    R3\n      COL1:4\n        TABS3\n          T4\n          T5\n`)
  const context = { makeId: maker(), filters: [] }
  const intoColumn = drop(layout, { kind: 'existing', id: 'T3' }, { parentId: 'TABS3', index: 0 }, context)
  expect(intoColumn).toEqual({ kind: 'refused', warning: NOT_ENOUGH_SPACE })
  const within = drop(layout, { kind: 'existing', id: 'T5' }, { parentId: 'TABS3', index: 0 }, context)
  expect(within.kind).toBe('changed')
})
