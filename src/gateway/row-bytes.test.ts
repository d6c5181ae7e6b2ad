import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfRows, recordsOf, sliceRows } from './row-bytes.server.ts'

const bytes = (text: string) => Buffer.from(text)
const rowsText = (rows: readonly unknown[]) => JSON.stringify(rows).slice(1, -1)

it('cuts rows whatever their texts hold', () => {
  const cell = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant('],["\\'), fc.boolean())
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
      fc.nat(22),
      fc.nat(22),
      (rows, skip, count) => {
        const cut = sliceRows(bytes(rowsText(rows)), skip, count).toString()
        expect(JSON.parse(`[${cut}]`)).toEqual(rows.slice(skip, skip + count))
      },
    ),
  )
})

it('keeps every digit of a number on its way into a record', () => {
  const rows = bytes('[12345678901234567890.10,"a,]b",null],[1e+300,"\\"",{"x":[1]}]')
  expect(recordsOf(rows, ['n', 'tëxt', 'z']).toString()).toBe(
    '{"n":12345678901234567890.10,"tëxt":"a,]b","z":null},{"n":1e+300,"tëxt":"\\"","z":{"x":[1]}}',
  )
})

it('gives nothing for no rows', () => {
  expect(recordsOf(bytes(''), ['a']).toString()).toBe('')
  expect(endOfRows(bytes(''), 0, 3)).toBe(0)
})
