import { PostProcessingError } from './frame.ts'
import { numberOr } from './options.ts'

/** Weights of a window from its first to its last row; null for a window that weighs every row alike. */
export function windowWeights(
  type: unknown,
  size: number,
  options: Readonly<Record<string, unknown>>,
): readonly number[] | null {
  if (type === undefined || type === null) return null
  const places = Array.from({ length: size }, (_, i) => i)
  const middle = (size - 1) / 2
  switch (type) {
    case 'boxcar':
      return places.map(() => 1)
    case 'triang':
      return places.map((i) => 1 - Math.abs(i - middle) / (size % 2 === 0 ? size / 2 : (size + 1) / 2))
    case 'gaussian': {
      const spread = numberOr(options.std, null)
      if (spread === null || spread <= 0) throw new PostProcessingError('gaussian window requires std')
      return places.map((i) => Math.exp(-0.5 * ((i - middle) / spread) ** 2))
    }
    default:
      throw new PostProcessingError(`Invalid win_type ${String(type)}`)
  }
}

/** Sum or mean of a window by weights; null for a statistic that knows no weights. */
export function weighted(kind: string, values: readonly (number | null)[], weights: readonly number[]): number | null {
  const offset = weights.length - values.length
  let total = 0
  let weight = 0
  for (const [i, value] of values.entries()) {
    if (value === null) continue
    total += value * (weights[i + offset] ?? 0)
    weight += weights[i + offset] ?? 0
  }
  if (kind === 'sum') return total
  if (kind === 'mean') return total / weight
  throw new PostProcessingError(`Invalid rolling_type for a weighted window: ${kind}`)
}
