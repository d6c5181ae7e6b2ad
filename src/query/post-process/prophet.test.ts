import { describe, expect, it } from 'vitest'
import { columnNamed, frameOf, numbersOf } from './frame.ts'
import { prophet } from './prophet.ts'

const DAY_MS = 86_400_000

/** A small generator with a seed, so that the noise is the same on every run. */
function noise(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

function series(days: number, at: (day: number) => number) {
  const times = Array.from({ length: days }, (_, day) => Date.UTC(2023, 0, 1) + day * DAY_MS)
  return frameOf([
    { name: 'when', type: 'timestamp', values: times },
    { name: 'x', type: 'float', values: times.map((_, day) => at(day)) },
  ])
}
const options = { time_grain: 'P1D', periods: 28, confidence_interval: 0.8, index: 'when' }

describe('prophet', () => {
  it('goes on with a trend and a week', () => {
    const truth = (day: number) => 100 + 0.5 * day + 10 * Math.sin((2 * Math.PI * day) / 7)
    const result = prophet(series(140, truth), options)
    const estimate = numbersOf(columnNamed(result, 'x__yhat'))
    expect(estimate).toHaveLength(168)
    const errors = estimate.slice(140).map((value, i) => Math.abs((value ?? 0) - truth(140 + i)))
    expect(Math.max(...errors)).toBeLessThan(5)
  })

  it('holds about four fifths of the coming values in its interval', () => {
    const random = noise(7)
    let inside = 0
    for (let run = 0; run < 20; run += 1) {
      const values = Array.from({ length: 168 }, (_, day) => 50 + 0.2 * day + 5 * random())
      const result = prophet(
        series(140, (day) => values[day] ?? 0),
        options,
      )
      const lower = numbersOf(columnNamed(result, 'x__yhat_lower')).slice(140)
      const upper = numbersOf(columnNamed(result, 'x__yhat_upper')).slice(140)
      inside += values.slice(140).filter((value, i) => value >= (lower[i] ?? 0) && value <= (upper[i] ?? 0)).length
    }
    const share = inside / (20 * 28)
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(0.97)
  })

  it.each([
    [{ time_grain: null }, 'Time grain missing'],
    [{ time_grain: 'P2D' }, 'Unsupported time grain: P2D'],
    [{ periods: 1.5 }, 'Periods must be a whole number'],
    [{ confidence_interval: 1 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
    [{ index: 'nope' }, 'DataFrame must include temporal column'],
  ])('refuses %j', (change, message) => {
    expect(() =>
      prophet(
        series(10, (day) => day),
        { ...options, ...change },
      ),
    ).toThrow(message)
  })
})
