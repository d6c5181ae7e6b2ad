import { expect, it } from 'vitest'
import { cellPlaces } from './cell-slices.ts'

const cellsOf = (text: string) => {
  const body = Buffer.from(text)
  return cellPlaces(body).map((places) =>
    places.flatMap((from, i) => (i % 2 === 0 ? [body.subarray(from, places[i + 1]).toString()] : [])),
  )
}

it('finds each cell as it is written', () => {
  expect(cellsOf('[[1,-0.0,12345678901234567890],["a","b\\"],[","é"],[null,[1,{"x":"]"}],{"y":[2]}]]')).toEqual([
    ['1', '-0.0', '12345678901234567890'],
    ['"a"', '"b\\"],["', '"é"'],
    ['null', '[1,{"x":"]"}]', '{"y":[2]}'],
  ])
})

it('finds nothing where there is no row or no column', () => {
  expect(cellsOf('[[],[]]')).toEqual([[], []])
  expect(cellsOf('[]')).toEqual([])
})
