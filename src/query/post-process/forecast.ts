import type { NaiveMs } from '../time-range/naive.ts'

/** A repeating pattern: Fourier terms up to `order` over `period` milliseconds. */
export interface Seasonality {
  readonly period: number
  readonly order: number
}
export interface Forecast {
  readonly estimate: readonly (number | null)[]
  readonly lower: readonly (number | null)[]
  readonly upper: readonly (number | null)[]
}

const CHANGE_POINTS = 25
const CHANGE_RANGE = 0.8
/** Weights against large coefficients: bends of the trend are held back most, its level and slope hardly. */
const TREND_WEIGHT = 1e-6
const BEND_WEIGHT = 2
const SEASON_WEIGHT = 0.05

/**
 * An additive model: a piecewise linear trend whose bends are held back, and Fourier seasons, fitted together by ridge
 * regression. The interval is the residual noise, widened after the last observation by the bends that the trend has
 * shown so far.
 */
export function fitForecast(
  times: readonly NaiveMs[],
  values: readonly (number | null)[],
  at: readonly NaiveMs[],
  seasons: readonly Seasonality[],
  confidence: number,
): Forecast {
  const known = times.map((time, i) => ({ time, value: values[i] ?? null })).filter(({ value }) => value !== null)
  if (known.length < 2) return { estimate: at.map(() => null), lower: at.map(() => null), upper: at.map(() => null) }
  const start = known[0]?.time ?? 0
  const span = Math.max(1, (known.at(-1)?.time ?? 0) - start)
  const observed = known.map(({ value }) => value ?? 0)
  const scale = observed.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const bends = bendPlaces(known.length)
  const row = (time: NaiveMs) => features((time - start) / span, time, bends, seasons)
  const rows = known.map(({ time }) => row(time))
  const weights = [
    TREND_WEIGHT,
    TREND_WEIGHT,
    ...bends.map(() => BEND_WEIGHT),
    ...seasons.flatMap(({ order }) => Array(order * 2).fill(SEASON_WEIGHT)),
  ]
  const coefficients = ridge(
    rows,
    observed.map((value) => value / scale),
    weights,
  )
  const predict = (time: NaiveMs) => dot(row(time), coefficients)
  const residuals = known.map(({ time, value }) => (value ?? 0) / scale - predict(time))
  const spread = spreadOf(residuals, coefficients.length, rows.length)
  const bendScale = mean(bends.map((_, i) => Math.abs(coefficients[2 + i] ?? 0)))
  const z = normalQuantile(0.5 + confidence / 2)
  const estimate = at.map((time) => predict(time) * scale)
  const half = at.map(
    (time) => z * scale * Math.hypot(spread, drift((time - start) / span - 1, bendScale, bends.length)),
  )
  return {
    estimate,
    lower: estimate.map((value, i) => value - (half[i] ?? 0)),
    upper: estimate.map((value, i) => value + (half[i] ?? 0)),
  }
}

function bendPlaces(count: number): readonly number[] {
  const bends = Math.min(CHANGE_POINTS, Math.floor(count * CHANGE_RANGE) - 1)
  return Array.from({ length: Math.max(0, bends) }, (_, i) => (CHANGE_RANGE * (i + 1)) / (bends + 1))
}

function features(
  t: number,
  time: NaiveMs,
  bends: readonly number[],
  seasons: readonly Seasonality[],
): readonly number[] {
  const waves = seasons.flatMap(({ period, order }) =>
    Array.from({ length: order }, (_, k) => (2 * Math.PI * (k + 1) * time) / period).flatMap((angle) => [
      Math.sin(angle),
      Math.cos(angle),
    ]),
  )
  return [1, t, ...bends.map((bend) => Math.max(0, t - bend)), ...waves]
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0)
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length

/** Residual standard deviation; the effective number of coefficients is well below their count. */
function spreadOf(residuals: readonly number[], coefficients: number, rows: number): number {
  const freedom = Math.max(1, rows - Math.min(coefficients, rows / 3))
  return Math.sqrt(residuals.reduce((total, value) => total + value * value, 0) / freedom)
}

/** How far the trend may have bent away after the data: bends arrive as often and as sharply as before. */
function drift(ahead: number, bendScale: number, bends: number): number {
  if (ahead <= 0) return 0
  const rate = bends / CHANGE_RANGE
  return bendScale * Math.SQRT2 * Math.sqrt((rate * ahead ** 3) / 3)
}

/** Solves (X'X + W) b = X'y by Cholesky decomposition. */
function ridge(
  rows: readonly (readonly number[])[],
  y: readonly number[],
  weights: readonly number[],
): readonly number[] {
  const n = weights.length
  const gram = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_unused, j) => (i === j ? (weights[i] ?? 0) : 0)),
  )
  const right = Array.from({ length: n }, () => 0)
  rows.forEach((row, r) => {
    for (let i = 0; i < n; i += 1) {
      const value = row[i] ?? 0
      const line = gram[i] ?? []
      right[i] = (right[i] ?? 0) + value * (y[r] ?? 0)
      for (let j = 0; j <= i; j += 1) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0)
    }
  })
  return solve(gram, right)
}

function solve(matrix: number[][], right: readonly number[]): readonly number[] {
  factorize(matrix)
  return backward(matrix, forward(matrix, right))
}

const cell = (matrix: readonly (readonly number[])[], row: number, column: number) => matrix[row]?.[column] ?? 0

/** Replaces the lower half of a symmetric matrix by its Cholesky factor. */
function factorize(matrix: number[][]): void {
  matrix.forEach((_, column) => {
    for (const [row, line] of matrix.entries()) {
      if (row < column) continue
      const known = line.slice(0, column).reduce((total, value, k) => total + value * cell(matrix, column, k), 0)
      const rest = (line[column] ?? 0) - known
      line[column] = row === column ? Math.sqrt(Math.max(rest, 1e-12)) : rest / cell(matrix, column, column)
    }
  })
}

function forward(factor: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const solved: number[] = []
  for (const [row, value] of right.entries()) {
    const known = solved.reduce((total, part, k) => total + cell(factor, row, k) * part, 0)
    solved.push((value - known) / cell(factor, row, row))
  }
  return solved
}

function backward(factor: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const solved = Array.from({ length: right.length }, () => 0)
  for (let row = right.length - 1; row >= 0; row -= 1) {
    let value = right[row] ?? 0
    for (let k = row + 1; k < right.length; k += 1) value -= cell(factor, k, row) * (solved[k] ?? 0)
    solved[row] = value / cell(factor, row, row)
  }
  return solved
}

/** Quantile of the normal distribution, by bisection of its distribution function. */
function normalQuantile(p: number): number {
  let low = -10
  let high = 10
  for (let i = 0; i < 80; i += 1) {
    const middle = (low + high) / 2
    if (normalBelow(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Distribution function of the normal distribution (Abramowitz and Stegun 26.2.17). */
function normalBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}
