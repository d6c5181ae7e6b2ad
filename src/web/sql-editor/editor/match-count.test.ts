import { SearchQuery } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { matchCount } from './match-count.ts'

const of = (doc: string, query: ConstructorParameters<typeof SearchQuery>[0], selected?: [number, number]) =>
  matchCount(
    EditorState.create({ doc, ...(selected && { selection: { anchor: selected[0], head: selected[1] } }) }),
    new SearchQuery(query),
  )

it.each([
  ['counts in any case', of('a A b', { search: 'a' }), { at: null, count: 2, isMore: false }],
  ['counts one case', of('a A b', { search: 'a', caseSensitive: true }), { at: null, count: 1, isMore: false }],
  ['says which one is selected', of('ab ab ab', { search: 'ab' }, [3, 5]), { at: 2, count: 3, isMore: false }],
  ['counts none', of('a', { search: 'b' }), { at: null, count: 0, isMore: false }],
  ['stops counting', of('a'.repeat(1_001), { search: 'a' }), { at: null, count: 1_000, isMore: true }],
  ['looks for nothing', of('a', { search: '' }), null],
  ['is no pattern', of('a', { search: '(', regexp: true }), null],
])('%s', (_name, counted, expected) => {
  expect(counted).toEqual(expected)
})
