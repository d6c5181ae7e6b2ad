import type { Value } from '../parts/periods.ts'

/** How often a row is folded: so many times as high it would be without. */
export const FOLDS = 3

interface Point {
  readonly x: number
  readonly y: number
}

/** One fold of a row: outlines of what is above its start, in pixels from the top of the row. */
export interface Layer {
  readonly fold: number
  readonly isNegative: boolean
  readonly outlines: readonly (readonly Point[])[]
}

interface Room {
  readonly most: number
  readonly height: number
}

/** The folds of a row that lie over each other; values below zero hang into their own colours. Missing values are gaps. */
export function layersOf(values: readonly Value[], xs: readonly number[], { most, height }: Room): readonly Layer[] {
  if (most <= 0) return []
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  return [false, true].flatMap((isNegative) =>
    folds.flatMap((fold): Layer[] => {
      const sizes = values.map((value) => (value === null ? null : partOf(isNegative ? -value : value, fold, most)))
      const outlines = runsOf(sizes).map((run) => outlineOf(run, xs, height))
      return sizes.some((size) => (size ?? 0) > 0) ? [{ fold, isNegative, outlines }] : []
    }),
  )
}

/** How much of a fold a value fills, 0 to 1. */
const partOf = (value: number, fold: number, most: number): number =>
  Math.min(1, Math.max(0, (value / most) * FOLDS - fold))

interface Run {
  readonly from: number
  readonly sizes: readonly number[]
}

function runsOf(sizes: readonly (number | null)[]): readonly Run[] {
  const runs: { from: number; sizes: number[] }[] = []
  let isOpen = false
  for (const [at, size] of sizes.entries()) {
    if (size === null) isOpen = false
    else if (isOpen) runs.at(-1)?.sizes.push(size)
    else {
      runs.push({ from: at, sizes: [size] })
      isOpen = true
    }
  }
  return runs
}

/** A value alone is a stroke of two pixels. */
function outlineOf({ from, sizes }: Run, xs: readonly number[], height: number): readonly Point[] {
  const at = (place: number) => xs[from + place] ?? 0
  const tops = sizes.map((size, place) => ({ x: at(place), y: height - size * height }))
  const first = tops[0]
  if (tops.length === 1 && first !== undefined)
    return [
      { x: first.x - 1, y: height },
      { x: first.x - 1, y: first.y },
      { x: first.x + 1, y: first.y },
      { x: first.x + 1, y: height },
    ]
  return [{ x: at(0), y: height }, ...tops, { x: at(sizes.length - 1), y: height }]
}
