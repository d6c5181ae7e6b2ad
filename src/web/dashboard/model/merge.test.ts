import { describe, expect, it } from 'vitest'
import { syncedWithLayout } from '../../../query/dashboard/chart-configuration.ts'
import { itemOfChart, placedChartIds } from '../../../query/dashboard/layout.ts'
import { parseMetadata } from '../../../query/dashboard/metadata.ts'
import { parsePosition } from '../../../query/dashboard/position-json.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { translator } from '../../ui/text.ts'
import type { Draft } from './draft.ts'
import { deleteItem, moveItem, updateMeta } from './edit-layout.ts'
import { keptDraft, storedDraft } from './kept-draft.ts'
import { mergeDrafts } from './merge.ts'
import { overwrittenValues } from './overwritten.ts'
import { wireOf } from './wire-of.ts'

const layout = parsePosition(
  JSON.stringify({
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['R1', 'R2'] },
    R1: { type: 'ROW', children: ['C1', 'C2'] },
    R2: { type: 'ROW', children: ['C3'] },
    C1: { type: 'CHART', meta: { chartId: 1, width: 4, height: 20, sliceName: 'One' } },
    C2: { type: 'CHART', meta: { chartId: 2, width: 4, height: 20, sliceName: 'Two' } },
    C3: { type: 'CHART', meta: { chartId: 3, width: 4, height: 20, sliceName: 'Three' } },
  }),
)
const filter = (id: string, name: string) => ({ id, name, type: 'NATIVE_FILTER', filterType: 'filter_select' })
const settings = (json: object) => parseMetadata(JSON.stringify(json))
const base: Draft = {
  layout,
  metadata: syncedWithLayout(
    settings({ color_scheme: 'classic', native_filter_configuration: [filter('a', 'A'), filter('b', 'B')] }),
    layout,
  ),
  properties: {
    title: 'Sales',
    slug: null,
    css: '',
    theme: null,
    isPublished: true,
    certifiedBy: '',
    certificationDetails: '',
    owners: [{ id: 1, name: 'Ann' }],
    roles: [],
  },
}
const titled = (title: string): Draft => ({ ...base, properties: { ...base.properties, title } })
const laidOut = (next: Draft['layout']): Draft => ({ ...base, layout: next })
const filtered = (...filters: object[]): Draft => ({
  ...base,
  metadata: { ...base.metadata, filters: settings({ native_filter_configuration: filters }).filters },
})
const filtersOf = (draft: Draft) => draft.metadata.filters.filter(isFilter).map(({ id, name }) => `${id}=${name}`)
const t = translator('en', {})
const words = (mine: Draft, theirs: Draft) =>
  overwrittenValues({ base, mine, theirs }, t).map((one) => `${one.label}: ${one.theirs} | ${one.yours} | ${one.stays}`)

describe('changes of two people on one dashboard', () => {
  it('are both there where they changed different things', () => {
    const theirs = { ...titled('Sales and returns'), metadata: { ...base.metadata, colorScheme: 'okabeIto' } }
    const merged = mergeDrafts(base, laidOut(deleteItem(layout, 'C3')), theirs)
    expect(merged.properties.title).toBe('Sales and returns')
    expect(merged.metadata.colorScheme).toBe('okabeIto')
    expect(placedChartIds(merged.layout)).toEqual([1, 2])
  })

  it('leave what is mine where both changed the same', () => {
    expect(mergeDrafts(base, titled('Mine'), titled('Theirs')).properties.title).toBe('Mine')
  })

  it('meet in a layout where they are about other items', () => {
    const merged = mergeDrafts(
      base,
      laidOut(updateMeta(layout, 'C1', { width: 8 })),
      laidOut(deleteItem(layout, 'R2')),
    ).layout
    expect(placedChartIds(merged)).toEqual([1, 2])
    expect(itemOfChart(merged, 1)?.meta.width).toBe(8)
  })

  it('keep the whole of my layout where we changed the same part of it', () => {
    const mine = laidOut(deleteItem(layout, 'C1'))
    const theirs = laidOut(moveItem(layout, 'C2', { parentId: 'R2', index: 0 }, () => 'NEW'))
    expect(mergeDrafts(base, mine, theirs).layout).toEqual(mine.layout)
  })

  it('take filters one by one, and lose none that the other changed', () => {
    const mine = filtered(filter('a', 'Mine'), filter('m', 'Mine too'))
    const theirs = filtered(filter('a', 'A'), filter('b', 'Theirs'), filter('t', 'Theirs too'))
    expect(filtersOf(mergeDrafts(base, mine, theirs))).toEqual(['a=Mine', 'm=Mine too', 'b=Theirs', 't=Theirs too'])
    expect(filtersOf(mergeDrafts(base, mine, base))).toEqual(['a=Mine', 'm=Mine too'])
  })

  it('are told in words, with whose value stays', () => {
    const mine = { ...titled('Mine'), layout: deleteItem(layout, 'C3') }
    const theirs = { ...titled('Theirs'), metadata: { ...base.metadata, colorScheme: 'okabeIto' } }
    expect(words(mine, theirs)).toEqual([
      'Title: Theirs | Mine | yours',
      'Row 2: In the dashboard | Removed | yours',
      'Chart “Three”: In Row 2 | Removed | yours',
      'Colour scheme: okabeIto | classic | theirs',
    ])
  })
})

it('brings back a draft as it was kept, and nothing that is no draft', () => {
  const kept = { keptAt: 5, base, changedOn: '2026-01-01T00:00:00', draft: titled('Not saved') }
  const again = keptDraft(storedDraft(kept))
  expect(again).toMatchObject({ keptAt: 5, changedOn: kept.changedOn })
  expect([again?.base, again?.draft].map((draft) => draft && wireOf(draft))).toEqual([base, kept.draft].map(wireOf))
  for (const text of [null, '', '{', '[]', '{"version":2}', '{"version":1,"keptAt":1,"changedOn":"x"}'])
    expect(keptDraft(text)).toBe(null)
})
