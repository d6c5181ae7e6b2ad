import { expect, it } from 'vitest'
import { optionBeginning, type TypedAhead, typeAhead } from './options.ts'

const options = ['examples', 'Shop', 'Stock', 'Other'].map((label) => ({ value: label, label }))

it.each([
  ['s', 0, 1],
  ['s', 1, 2],
  ['s', 2, 1],
  ['st', 1, 2],
  ['sh', 1, 1],
  ['x', 1, -1],
])('finds what begins with %s from option %d on', (text, active, found) => {
  expect(optionBeginning(options, { text, at: 0 }, active)).toBe(found)
})

it('takes letters that follow each other closely as one word', () => {
  const typed = (letter: string, after: number, before: TypedAhead) => typeAhead(before, letter, before.at + after)
  const first = typed('s', 5000, { text: '', at: 0 })
  expect(typed('t', 100, first).text).toBe('st')
  expect(typed('t', 2000, first).text).toBe('t')
})
