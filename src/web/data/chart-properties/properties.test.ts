import { expect, it } from 'vitest'
import { changesOf, propertiesOf, propertyFaults } from './properties.ts'

const stored = {
  slice_name: 'Sales',
  description: null,
  certified_by: 'Data team',
  certification_details: 'Checked',
  cache_timeout: '60',
  owners: [{ id: 1, first_name: 'Ada', last_name: 'Low' }],
  tags: [
    { id: 3, name: 'money', type: 1 },
    { id: 4, name: 'type:chart', type: 2 },
  ],
}
const before = propertiesOf(stored)

it('reads what people gave, and changes what was changed', () => {
  expect(before.tags).toEqual(['money'])
  expect(changesOf(before, before, [])).toEqual({})
  const after = { ...before, name: ' Sales by week ', owners: [1, 2], cacheTimeoutSec: null, tags: ['money', 'week'] }
  expect(changesOf(before, after, [3, 9])).toEqual({
    slice_name: 'Sales by week',
    owners: [1, 2],
    cache_timeout: null,
    tags: [3, 9],
  })
})

it('takes the details of a certification away with it', () => {
  expect(changesOf(before, { ...before, certifiedBy: '' }, [])).toEqual({
    certified_by: null,
    certification_details: null,
  })
})

it('takes every tag away', () => {
  expect(changesOf(before, { ...before, tags: [] }, [])).toEqual({ tags: [] })
})

it('wants a name and whole seconds', () => {
  expect(propertyFaults({ ...before, name: ' ', cacheTimeoutSec: 1.5 })).toEqual({
    name: 'A chart needs a name.',
    cacheTimeoutSec: 'Whole seconds from −1 on.',
  })
  expect(propertyFaults({ ...before, cacheTimeoutSec: -1 })).toEqual({})
})
