import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, isoOf, type NaiveMs } from './naive.ts'
import { TimeRangeError } from './problem.ts'
import { resolveTimeRange } from './resolve.ts'

const SEED = { seed: 20_240_515, numRuns: 300 } as const
const FIRST = Date.UTC(1990, 0, 1)
const LAST = Date.UTC(2060, 0, 1)

const moment = fc.integer({ min: FIRST / 1000, max: LAST / 1000 }).map((seconds) => seconds * 1000)
const count = fc.integer({ min: 1, max: 400 })
const unit = fc.constantFrom('second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year')
const coarse = fc.constantFrom('day', 'week', 'month', 'quarter', 'year')
const bounds = (text: string, now: NaiveMs) => resolveTimeRange(text, { now })
const start = (expression: string, now: NaiveMs) => bounds(`${expression} : `, now).since ?? Number.NaN

/** Expressions of the grammar, nested a few levels. */
const expression = fc.letrec<{ time: string }>((tie) => ({
  time: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      moment.map((ms) => `DATETIME('${isoOf(ms)}')`),
      fc.constantFrom("DATETIME('now')", "DATETIME('today')"),
    ),
    fc
      .tuple(tie('time'), fc.integer({ min: -500, max: 500 }), unit)
      .map(([of, n, by]) => `DATEADD(${of}, ${n}, ${by})`),
    fc.tuple(tie('time'), unit).map(([of, by]) => `DATETRUNC(${of}, ${by})`),
    fc.tuple(tie('time'), fc.constantFrom('year', 'month', 'week')).map(([of, by]) => `LASTDAY(${of}, ${by})`),
  ),
})).time

describe('the grammar of time ranges', () => {
  it('gives two written ends back as they are, in their order only', () => {
    fc.assert(
      fc.property(moment, moment, moment, (a, b, now) => {
        const [since, until] = a <= b ? [a, b] : [b, a]
        expect(bounds(`${isoOf(since)} : ${isoOf(until)}`, now)).toEqual({ since, until })
        if (since < until) expect(() => bounds(`${isoOf(until)} : ${isoOf(since)}`, now)).toThrow(TimeRangeError)
      }),
      SEED,
    )
  })

  it('reaches further back, or forward, with every larger count', () => {
    fc.assert(
      fc.property(count, count, coarse, moment, (a, b, by, now) => {
        const last = (n: number) => bounds(`Last ${n} ${by}s`, now).since ?? Number.NaN
        const next = (n: number) => bounds(`Next ${n} ${by}s`, now).until ?? Number.NaN
        expect(Math.sign(last(a) - last(b))).toBe(Math.sign(b - a))
        expect(Math.sign(next(a) - next(b))).toBe(Math.sign(a - b))
      }),
      SEED,
    )
  })

  it('reads every nested expression, and white space and case do not matter', () => {
    fc.assert(
      fc.property(expression, moment, (text, now) => {
        const at = start(text, now)
        expect(Number.isInteger(at / 1000)).toBe(true)
        expect(start(text.replaceAll('(', '( ').replaceAll(',', ' ,'), now)).toBe(at)
        expect(
          start(
            text.replaceAll(/DATE(ADD|TRUNC)|LASTDAY/g, (name) => name.toLowerCase()),
            now,
          ),
        ).toBe(at)
      }),
      SEED,
    )
  })

  it('truncates once and for all, never forward, and ends a month on its last day', () => {
    fc.assert(
      fc.property(expression, unit, moment, (text, by, now) => {
        const at = start(text, now)
        const cut = start(`DATETRUNC(${text}, ${by})`, now)
        expect(cut).toBeLessThanOrEqual(at)
        expect(start(`DATETRUNC(DATETRUNC(${text}, ${by}), ${by})`, now)).toBe(cut)
        const last = start(`LASTDAY(${text}, month)`, now)
        expect(new Date(last + DAY_MS).getUTCDate()).toBe(1)
        expect(new Date(last).getUTCMonth()).toBe(new Date(at).getUTCMonth())
      }),
      SEED,
    )
  })

  it('comes back from where a count of days, hours or weeks went', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -500, max: 500 }), unit, moment, (ms, n, by, now) => {
        const back = start(`DATEADD(DATEADD(DATETIME('${isoOf(ms)}'), ${n}, ${by}), ${-n}, ${by})`, now)
        // Months of different lengths clamp the day, so these come back to the same day or an earlier one.
        if (['month', 'quarter', 'year'].includes(by)) expect(ms - back).toBeLessThanOrEqual(3 * DAY_MS)
        else expect(back).toBe(ms)
      }),
      SEED,
    )
  })
})
