import { labelStyle } from './axis.ts'
import type { ChartTokens } from './tokens.ts'

/** Room above a picture for the legend of its colours. */
export const SCALE_PX = 34

interface Scale {
  readonly range: readonly [least: number, most: number]
  readonly colors: readonly string[]
  write(value: number | null): string
  readonly isShown: boolean
  readonly type?: 'continuous' | 'piecewise' | null
}

/** The least and the most of some values; 0 to 1 for none. */
export function rangeOf(values: readonly number[]): readonly [least: number, most: number] {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return Number.isFinite(least) ? [least, most] : [0, 1]
}

/** How far a value is between the least and the most; one that stands alone is the most. */
export const shareOf = (value: number, [least, most]: readonly [number, number]): number =>
  most === least ? 1 : (value - least) / (most - least)

/** The legend of colours for values, above a picture at the left; the value is the third of a mark. */
export function valueScale(
  { range: [min, max], colors, write, isShown, type = 'continuous' }: Scale,
  tokens: ChartTokens,
) {
  const isInSteps = type === 'piecewise'
  return {
    type: type ?? 'continuous',
    show: isShown,
    dimension: 2,
    min,
    max: max === min ? min + 1 : max,
    orient: 'horizontal',
    top: 0,
    left: 6,
    padding: 0,
    itemWidth: 10,
    itemHeight: isInSteps ? 10 : 120,
    inRange: { color: [...colors] },
    textStyle: labelStyle(tokens),
    formatter: (from: number, to?: number) =>
      typeof to === 'number' && Number.isFinite(to) ? `${write(from)} – ${write(to)}` : write(from),
    ...(isInSteps ? {} : { text: [write(max), write(min)], hoverLink: false }),
  }
}
