import { expect, test } from 'vitest'
import { startingMasks } from '../../../query/dashboard/starting-masks.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { newFilter } from './filter-edit.ts'

const country: NativeFilter = {
  ...newFilter('NATIVE_FILTER-c', 'Country'),
  targets: [{ datasetId: 1, column: { name: 'country' } }],
}
const asked = (value: string[]) => ({ filters: [{ col: 'country', op: 'IN', val: value }] })
const kept = {
  'NATIVE_FILTER-c': {
    id: 'NATIVE_FILTER-c',
    extraFormData: asked(['DE']),
    filterState: { value: ['DE'] },
    ownState: {},
  },
  'NATIVE_FILTER-gone': { id: 'NATIVE_FILTER-gone', extraFormData: {}, filterState: {}, ownState: {} },
}

test.each<[string, typeof kept | null, string, object]>([
  ['nothing', null, '', {}],
  ['kept state', kept, '', asked(['DE'])],
  ['rison in the address', kept, 'native_filters=(NATIVE_FILTER-c:(filterState:(value:!(FR))))', asked(['FR'])],
  ['preselected values', kept, 'preselect_filters={"12":{"country":["ES"]}}', asked(['ES'])],
  ['an address that cannot be read', kept, 'native_filters=((', asked(['DE'])],
])('filters begin with %s', (_, state, search, extra) => {
  const masks = startingMasks([country], state, new URLSearchParams(search))
  expect(masks['NATIVE_FILTER-c']?.extraFormData).toEqual(extra)
  expect(masks).not.toHaveProperty('NATIVE_FILTER-gone')
})
