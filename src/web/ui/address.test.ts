import { expect, it } from 'vitest'
import { addressText, matchPath, resolveAddress } from './address.ts'

const HERE = { pathname: '/superset/dashboard/shop/', search: '?edit=true', hash: '#TAB-1' }

it.each([
  ['/sqllab/?new=true#top', '/sqllab/?new=true#top'],
  ['?a=1', '/superset/dashboard/shop/?a=1'],
  [{ search: 'a=1', hash: 'x' }, '/superset/dashboard/shop/?a=1#x'],
  [{ search: '?a=1', hash: '#x' }, '/superset/dashboard/shop/?a=1#x'],
  [{ search: '' }, '/superset/dashboard/shop/'],
  [{ pathname: '/explore/', search: '', hash: '' }, '/explore/'],
  ['/superset/dashboard/a%20b/', '/superset/dashboard/a%20b/'],
])('%j leads to %s', (to, address) => {
  expect(addressText(resolveAddress(to, HERE))).toBe(address)
})

it.each([
  ['/', '/', {}],
  ['/sqllab/', '/sqllab', {}],
  ['/sqllab/', '/SQLLab/', {}],
  ['/superset/dashboard/:idOrSlug/', '/superset/dashboard/sales%2Feu%20west', { idOrSlug: 'sales/eu west' }],
  ['/superset/dashboard/:idOrSlug/', '/superset/dashboard/50%/', { idOrSlug: '50%' }],
  ['/superset/dashboard/p/:key/', '/superset/dashboard/7/', null],
  ['/superset/dashboard/:idOrSlug/', '/superset/dashboard/p/abc/', null],
  ['/explore/', '/explore/p/', null],
])('the pattern %s reads %s as %j', (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params)
})
