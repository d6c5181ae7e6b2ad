import { describe, expect, test } from 'vitest'
import { jsonChanges } from './json-changes.ts'
import { lineChanges } from './line-changes.ts'

describe('changes of JSON', () => {
  test('are named by their place, a null being no value', () => {
    const before = { title: 'a', css: null, metadata: { refresh: 1, kept: [1, 2] } }
    const after = { title: 'b', metadata: { refresh: 1, kept: [2, 1], more: true } }
    expect(jsonChanges(before, after)).toEqual([
      { path: ['title'], before: 'a', after: 'b' },
      { path: ['metadata', 'kept'], before: [1, 2], after: [2, 1] },
      { path: ['metadata', 'more'], before: null, after: true },
    ])
  })

  test('find members of lists by name, and tell when only their order changed', () => {
    const [a, b] = [
      { metric_name: 'a', expression: '1' },
      { metric_name: 'b', expression: '2' },
    ]
    expect(jsonChanges([a, b], [b])).toEqual([{ path: ['a'], before: a, after: null }])
    expect(jsonChanges([a, b], [{ ...b, expression: '3' }, a])).toEqual([
      { path: ['b', 'expression'], before: '2', after: '3' },
    ])
    expect(jsonChanges([a, b], [b, a])).toEqual([{ path: [], before: ['a', 'b'], after: ['b', 'a'] }])
    expect(jsonChanges([], [a])).toEqual([{ path: ['a'], before: null, after: a }])
  })
})

describe('changes of a text', () => {
  const marked = (before: string, after: string) =>
    lineChanges(before, after).map(({ kind, text }) => ({ same: ' ', removed: '-', added: '+' })[kind] + text)

  test('keep as many lines as both have in their order', () => {
    expect(marked('select a\nfrom t\nwhere x', 'select a, b\nfrom t\nwhere x\nlimit 5')).toEqual([
      '-select a',
      '+select a, b',
      ' from t',
      ' where x',
      '+limit 5',
    ])
    expect(marked('', 'a')).toEqual(['+a'])
    expect(marked('a\nb', 'a\nb')).toEqual([' a', ' b'])
  })

  test('end at once for texts of any length', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join('\n')
    expect(lineChanges(lines('a'), lines('b'))).toHaveLength(10_000)
  })
})
