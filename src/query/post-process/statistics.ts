/** Linear interpolation between order statistics; `q` is 0..1 and the values are sorted. */
export function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** Between two order statistics as `quantile`, but from the nearer of the two: unknown where that is infinite. */
export function percentileOf(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q
  const low = Math.floor(at)
  return between(sorted[low] ?? Number.NaN, sorted[low + 1] ?? sorted[low] ?? Number.NaN, at - low)
}

/** The middle of the two order statistics around `q`; unknown where the upper is infinite. */
export function midQuantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return between(low, high, Math.floor(at) === Math.ceil(at) ? 0 : 0.5)
}

const between = (low: number, high: number, part: number) =>
  part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part)

export const ascending = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)

/** Sum with compensation, so that the order of the rows leaves no trace. */
export const sum = (values: readonly number[]): number => sumOfPowers(values, 0, 1)

/** Sum of a power of each distance from a middle. */
function sumOfPowers(values: readonly number[], middle: number, power: number): number {
  let total = 0
  let lost = 0
  for (const one of values) {
    const value = power === 1 ? one - middle : (one - middle) ** power
    const next = total + value
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    total = next
  }
  return Number.isFinite(total) ? total + lost : total
}

export const mean = (values: readonly number[]): number => sum(values) / values.length

/** Variance with `ddof` degrees of freedom taken off. */
export function variance(values: readonly number[], ddof: number): number {
  const middle = mean(values)
  return sumOfPowers(values, middle, 2) / (values.length - ddof)
}

/** Sample skewness, bias corrected; NaN below three values. */
export function skewness(values: readonly number[]): number {
  const n = values.length
  const middle = mean(values)
  const second = sumOfPowers(values, middle, 2) / n
  const third = sumOfPowers(values, middle, 3) / n
  if (n < 3 || second <= 1e-14) return Number.NaN
  return (Math.sqrt(n * (n - 1)) / (n - 2)) * (third / second ** 1.5)
}

/** Sample excess kurtosis, bias corrected; NaN below four values. */
export function kurtosis(values: readonly number[]): number {
  const n = values.length
  const middle = mean(values)
  const second = sumOfPowers(values, middle, 2) / n
  const fourth = sumOfPowers(values, middle, 4) / n
  if (n < 4 || second <= 1e-14) return Number.NaN
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (fourth / second ** 2) - 3 * (n - 1))
}

/** Rounds to digits, a tie to the even neighbour. */
export function roundTo(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value
  const scale = 10 ** digits
  const scaled = value * scale
  if (!Number.isFinite(scaled)) return value
  const floor = Math.floor(scaled)
  const rest = scaled - floor
  const rounded = rest === 0.5 ? (floor % 2 === 0 ? floor : floor + 1) : Math.round(scaled)
  return rounded / scale
}
