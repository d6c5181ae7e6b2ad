/** How likely differences as large as these are by chance, if two groups did not differ; null for fewer than two pairs. */
export function pairedP(differences: readonly number[]): number | null {
  const count = differences.length
  if (count < 2) return null
  const mean = differences.reduce((a, b) => a + b, 0) / count
  const spread = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1)
  if (spread === 0) return mean === 0 ? 1 : 0
  return bothTails(mean / Math.sqrt(spread / count), count - 1)
}

/** The share of Student's distribution that is farther from its middle than `t`. */
function bothTails(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
}

const STEPS = 300
const SMALL = 1e-300
const NEAR = 1e-14

/** The regularised incomplete beta function. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  // The fraction comes to its end sooner on this side.
  if (x >= (a + 1) / (a + b + 2)) return 1 - (front * fraction(1 - x, b, a)) / b
  return (front * fraction(x, a, b)) / a
}

/** The continued fraction of the function, from its start on until it changes no more. */
function fraction(x: number, a: number, b: number): number {
  const kept = (value: number) => (Math.abs(value) < SMALL ? SMALL : value)
  let c = 1
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / kept(1 + even * d)
    c = kept(1 + even / c)
    result *= d * c
    d = 1 / kept(1 + odd * d)
    c = kept(1 + odd / c)
    const step = d * c
    result *= step
    if (Math.abs(step - 1) < NEAR) break
  }
  return result
}

/** Stirling's series, after steps up to where it is exact. */
function logGamma(value: number): number {
  let [x, shift] = [value, 0]
  while (x < 12) {
    shift += Math.log(x)
    x += 1
  }
  const inverse = 1 / (x * x)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift
}
