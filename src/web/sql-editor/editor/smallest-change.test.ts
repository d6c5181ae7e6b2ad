import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallestChange } from './smallest-change.ts'

it.each([
  ['abc', 'abc', null],
  ['abc', 'aXc', { from: 1, to: 2, insert: 'X' }],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['', 'x', { from: 0, to: 0, insert: 'x' }],
])('%j to %j', (before, after, expected) => {
  expect(smallestChange(before, after)).toEqual(expected)
})

it('always makes the one text into the other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const change = smallestChange(before, after)
      const made = change === null ? before : before.slice(0, change.from) + change.insert + before.slice(change.to)
      expect(made).toBe(after)
    }),
  )
})
