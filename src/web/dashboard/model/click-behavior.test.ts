import { expect, it } from 'vitest'
import { clickBehaviorOf } from './click-behavior.ts'
import { brokenDown, clickedAddress } from './clicked.ts'

const clicked = { label: 'Peru', filters: [{ column: 'country', values: ['Peru & co'] }] }
const BASE = 'https://here.example/superset/dashboard/1/'
const opened = (address: string) => clickedAddress({ kind: 'address', address }, clicked, BASE)

it('reads what was stored and filters by everything else', () => {
  expect(clickBehaviorOf({ kind: 'breakdown', column: 'segment' })).toEqual({ kind: 'breakdown', column: 'segment' })
  for (const stored of [undefined, null, 'rows', { kind: 'address' }, { kind: 'explode' }])
    expect(clickBehaviorOf(stored)).toEqual({ kind: 'filter' })
})

it('opens addresses with the clicked values, and none that is no page of the web', () => {
  expect(opened('https://shop.example/?c={country}&x={other}')).toBe(
    'https://shop.example/?c=Peru%20%26%20co&x={other}',
  )
  expect(opened('/sqllab/?name={country}')).toBe('https://here.example/sqllab/?name=Peru%20%26%20co')
  for (const address of ['javascript:alert(1)', 'data:text/html,x', ' ', 'http://']) expect(opened(address)).toBeNull()
})

it('hands the clicked values to the filters of another dashboard', () => {
  const address = clickedAddress({ kind: 'dashboard', idOrSlug: 'shop' }, clicked, BASE)
  const url = new URL(address ?? '', BASE)
  expect(url.pathname).toBe('/superset/dashboard/shop/')
  expect(JSON.parse(url.searchParams.get('preselect_filters') ?? '')).toEqual({ clicked: { country: ['Peru & co'] } })
})

it('puts another column where the clicked one stood', () => {
  const form = { viz_type: 'bar', x_axis: 'country', groupby: ['channel', 'country'], metrics: ['count'] }
  expect(brokenDown(form, clicked, 'segment')).toEqual({ ...form, x_axis: 'segment', groupby: ['channel', 'segment'] })
})

it('breaks an end of flows down, and parts within parts', () => {
  const at = (...columns: string[]) => ({ filters: columns.map((column) => ({ column, values: ['a'] })), label: 'a' })
  expect(brokenDown({ source: 'from', target: 'to' }, at('to'), 'day')).toEqual({ source: 'from', target: 'day' })
  expect(brokenDown({ columns: ['land', 'city', 'shop'] }, at('land', 'city'), 'day')).toEqual({
    columns: ['day', 'shop'],
  })
})
