import { textWidth } from '../parts/axis.ts'
import { categoryLabels } from '../parts/category-labels.ts'
import type { Step } from './steps.ts'

const AXIS_WIDTH = 48
const MOST_PX = 96
const GAP_PX = 10

/** How the steps are named below the plot: each of them, or the places of the sums where there is no room for all. */
export function placeLabels(steps: readonly Step[], width: number) {
  const usual = categoryLabels(steps.length, width)
  const sums = steps.flatMap(({ kind }, at) => (kind === 'total' ? [at] : []))
  if (usual.interval === 0 || sums.length < 2) return usual
  const widest = Math.max(...sums.map((at) => textWidth(steps[at]?.label ?? '')))
  const between = (width - AXIS_WIDTH) / sums.length
  const every = Math.ceil((Math.min(widest, MOST_PX) + GAP_PX) / between)
  const named = new Set(sums.filter((_, at) => (sums.length - 1 - at) % every === 0))
  return { ...usual, width: MOST_PX, interval: (at: number) => named.has(at) }
}
