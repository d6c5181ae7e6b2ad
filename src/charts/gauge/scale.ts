import { schemeColors } from '../parts/color-schemes.ts'
import type { ChartTheme } from '../parts/tokens.ts'
import type { GaugeOptions } from './options.ts'

export interface Scale {
  readonly min: number
  readonly max: number
  /** Coloured parts of the scale; each ends at a share of it, the last one at 1. */
  readonly ranges: readonly { readonly end: number; readonly color: string }[]
}

/** The ends of the scale, as they are set or so that each value is in its first half, and the colours along it. */
export function scaleOf(options: GaugeOptions, values: readonly number[], theme: ChartTheme): Scale {
  const min = options.min ?? 2 * values.reduce((a, b) => Math.min(a, b), 0)
  const most = options.max ?? 2 * values.reduce((a, b) => Math.max(a, b), 0)
  const max = most > min ? most : min + 1
  const colors = schemeColors(options.colorScheme, theme)
  const ends = options.intervals.filter((end) => end > min && end < max).toSorted((a, b) => a - b)
  const isCut = options.intervals.length > 0
  const ranges = (isCut ? [...ends, max] : []).map((end, at) => {
    const place = (options.intervalColors[at] ?? at + 1) - 1
    return { end: (end - min) / (max - min), color: colors.at(Math.trunc(place) % colors.length) ?? '' }
  })
  return { min, max, ranges }
}
