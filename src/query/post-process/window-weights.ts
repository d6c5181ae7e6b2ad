import { own } from '../../kernel/own.ts'
import { PostProcessingError } from './frame.ts'
import { numberOr } from './options.ts'

type Weigh = (place: number, size: number) => number

/** A sum of cosines over the window, its signs in turn. */
const cosines =
  (...factors: readonly number[]): Weigh =>
  (i, size) =>
    factors.reduce((total, factor, k) => total + (-1) ** k * factor * Math.cos((2 * Math.PI * k * i) / (size - 1)), 0)

/** How far a place is from the middle of the window, the ends being 1. */
const reach = (i: number, size: number) => Math.abs((2 * i) / (size - 1) - 1)

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
  lanczos: (i, size) => {
    const at = Math.PI * reach(i, size)
    return at === 0 ? 1 : Math.sin(at) / at
  },
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

type Options = Readonly<Record<string, unknown>>

/** Windows with a shape of their own, and the options that give it. */
const SHAPED: Readonly<Record<string, { readonly names: readonly string[]; make(options: Options): Weigh }>> = {
  gaussian: {
    names: ['std'],
    make: (options) => bell(1, required(options, 'std', 'gaussian')),
  },
  general_gaussian: {
    names: ['p', 'sig'],
    make: (options) => bell(required(options, 'p', 'general_gaussian'), required(options, 'sig', 'general_gaussian')),
  },
  general_cosine: { names: ['a'], make: ({ a }) => cosines(...factorsOf(a)) },
  general_hamming: {
    names: ['alpha'],
    make: (options) => {
      const alpha = required(options, 'alpha', 'general_hamming')
      return cosines(alpha, 1 - alpha)
    },
  },
  exponential: { names: ['center', 'tau'], make: exponential },
  tukey: { names: ['alpha'], make: ({ alpha }) => tukey(numberOr(alpha, 0.5)) },
  kaiser: {
    names: ['beta'],
    make: (options) => {
      const beta = required(options, 'beta', 'kaiser')
      return (i, size) => bessel(beta * Math.sqrt(1 - reach(i, size) ** 2)) / bessel(beta)
    },
  },
}

/**
 * Weights of a window from its first to its last row; null for a window that weighs every row alike. With `sym` false
 * they are those of a window that repeats, so that its last row is the first of the next.
 */
export function windowWeights(type: unknown, size: number, options: Options): readonly number[] | null {
  if (type === undefined || type === null) return null
  const shaped = own(SHAPED, String(type))
  const weigh = own(WEIGHTS, String(type)) ?? shaped?.make(options)
  if (!weigh) throw new PostProcessingError(`Invalid win_type ${String(type)}`)
  const unknown = Object.keys(options).find((name) => name !== 'sym' && !shaped?.names.includes(name))
  if (unknown !== undefined) throw new PostProcessingError(`The ${String(type)} window knows no option ${unknown}`)
  if (size === 1) return [1]
  return Array.from({ length: size }, (_, i) => weigh(i, options.sym === false ? size + 1 : size))
}

function required(options: Options, name: string, window: string): number {
  const value = numberOr(options[name], null)
  if (value === null) throw new PostProcessingError(`${window} window requires ${name}`)
  return value
}

function factorsOf(given: unknown): readonly number[] {
  const factors = Array.isArray(given) ? given.map((factor) => numberOr(factor, null)) : [null]
  const known = factors.filter((factor) => factor !== null)
  if (known.length < factors.length) throw new PostProcessingError('general_cosine window requires a')
  return known
}

const bell =
  (power: number, spread: number): Weigh =>
  (i, size) =>
    Math.exp(-0.5 * Math.abs((i - (size - 1) / 2) / spread) ** (2 * power))

function exponential(options: Options): Weigh {
  const center = numberOr(options.center, null)
  const tau = numberOr(options.tau, 1)
  if (center !== null && options.sym !== false)
    throw new PostProcessingError('exponential window takes a center only where sym is false')
  return (i, size) => Math.exp(-Math.abs(i - (center ?? (size - 1) / 2)) / tau)
}

/** Flat in the middle; `alpha` is the part that falls to nothing at both ends. */
function tukey(alpha: number): Weigh {
  if (alpha <= 0) return () => 1
  return (i, size) => {
    const fromEnd = (1 - reach(i, size)) / Math.min(alpha, 1)
    return fromEnd >= 1 ? 1 : 0.5 * (1 - Math.cos(Math.PI * fromEnd))
  }
}

/** The modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let term = 1
  let total = 1
  for (let k = 1; term > total * 1e-17; k += 1) {
    term *= (x / (2 * k)) ** 2
    total += term
  }
  return total
}

/** Sum or mean of a window by weights, one for each value; null for the sum of no value, and the mean of no weight. */
export function weighted(
  kind: 'sum' | 'mean',
  values: readonly (number | null)[],
  weights: readonly number[],
): number | null {
  let total: number | null = null
  let weight = 0
  for (const [i, value] of values.entries()) {
    if (value === null) continue
    total = (total ?? 0) + value * (weights[i] ?? 0)
    weight += weights[i] ?? 0
  }
  if (kind === 'sum' || total === null) return total
  return weight === 0 ? null : total / weight
}
