import { PostProcessingError } from './frame.ts'
import { numberOr } from './options.ts'

type Weigh = (place: number, size: number) => number

/** A sum of cosines over the window, its signs in turn. */
const cosines =
  (...factors: readonly number[]): Weigh =>
  (i, size) =>
    size === 1
      ? 1
      : factors.reduce(
          (total, factor, k) => total + (-1) ** k * factor * Math.cos((2 * Math.PI * k * i) / (size - 1)),
          0,
        )

/** How far a place is from the middle of the window, the ends being 1. */
const reach = (i: number, size: number) => (size === 1 ? 0 : Math.abs((2 * i) / (size - 1) - 1))

/** Weights of a place in a window, by the names under which signal processing knows them. */
const WEIGHTS: Readonly<Record<string, Weigh>> = {
  boxcar: () => 1,
  triang: (i, size) => 1 - Math.abs(i - (size - 1) / 2) / (size % 2 === 0 ? size / 2 : (size + 1) / 2),
  bartlett: (i, size) => 1 - reach(i, size),
  cosine: (i, size) => Math.sin((Math.PI * (i + 0.5)) / size),
  hamming: cosines(0.54, 0.46),
  hann: cosines(0.5, 0.5),
  blackman: cosines(0.42, 0.5, 0.08),
  nuttall: cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411),
  blackmanharris: cosines(0.35875, 0.48829, 0.14128, 0.01168),
  flattop: cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
  bohman: (i, size) => {
    const at = reach(i, size)
    return at === 1 ? 0 : (1 - at) * Math.cos(Math.PI * at) + Math.sin(Math.PI * at) / Math.PI
  },
  barthann: (i, size) => {
    const at = reach(i, size) / 2
    return 0.62 - 0.48 * at + 0.38 * Math.cos(2 * Math.PI * at)
  },
  parzen: (i, size) => {
    const distance = Math.abs(i - (size - 1) / 2)
    const at = distance / (size / 2)
    return distance <= (size - 1) / 4 ? 1 - 6 * at ** 2 + 6 * at ** 3 : 2 * (1 - at) ** 3
  },
}

/** Weights of a window from its first to its last row; null for a window that weighs every row alike. */
export function windowWeights(
  type: unknown,
  size: number,
  options: Readonly<Record<string, unknown>>,
): readonly number[] | null {
  if (type === undefined || type === null) return null
  const weigh = type === 'gaussian' ? gaussian(options) : WEIGHTS[String(type)]
  if (!weigh) throw new PostProcessingError(`Invalid win_type ${String(type)}`)
  return Array.from({ length: size }, (_, i) => weigh(i, size))
}

function gaussian(options: Readonly<Record<string, unknown>>): Weigh {
  const spread = numberOr(options.std, null)
  if (spread === null || spread <= 0) throw new PostProcessingError('gaussian window requires std')
  return (i, size) => Math.exp(-0.5 * ((i - (size - 1) / 2) / spread) ** 2)
}

/** Sum or mean of a window by weights; null for the mean of no weight. */
export function weighted(
  kind: 'sum' | 'mean',
  values: readonly (number | null)[],
  weights: readonly number[],
): number | null {
  const offset = weights.length - values.length
  let total = 0
  let weight = 0
  for (const [i, value] of values.entries()) {
    if (value === null) continue
    total += value * (weights[i + offset] ?? 0)
    weight += weights[i + offset] ?? 0
  }
  if (kind === 'sum') return total
  return weight === 0 ? null : total / weight
}
