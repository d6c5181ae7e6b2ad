import { expect, it } from 'vitest'
import { maskOf } from '../../../query/data-mask/emit.ts'
import type { DataMasks, NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { newFilter } from './filter-edit.ts'
import { emptyRequired, withChoice } from './pending.ts'

const filter = (id: string, controlValues: NativeFilter['controlValues'] = {}): NativeFilter => ({
  ...newFilter(id, id),
  controlValues,
})
const plain = filter('plain')

it('keeps a choice until it is applied, and forgets one that is taken back', () => {
  const chosen = withChoice({}, {}, plain, maskOf(plain, ['Peru']))
  expect(Object.keys(chosen)).toEqual(['plain'])
  expect(withChoice(chosen, {}, plain, maskOf(plain, null))).toEqual({})
  expect(withChoice(chosen, { plain: maskOf(plain, ['Peru']) }, plain, maskOf(plain, ['Peru']))).toEqual({})
})

it('names the filters that must have a value first', () => {
  const required = filter('required', { enableEmptyFilter: true })
  const first = filter('first', { defaultToFirstItem: true })
  const names = (applied: DataMasks, pending: DataMasks) =>
    emptyRequired([plain, required, first], applied, pending).map(({ id }) => id)
  expect(names({}, {})).toEqual(['required'])
  expect(names({ required: maskOf(required, ['a']) }, {})).toEqual([])
  expect(names({ required: maskOf(required, ['a']) }, { required: maskOf(required, null) })).toEqual(['required'])
  expect(names({}, { required: maskOf(required, ['a']), first: maskOf(first, null) })).toEqual(['first'])
})
