import { describe, expect, it } from 'vitest'
import { addDelta, subtractShift } from './delta.ts'
import { evaluate } from './expression.ts'
import { readHuman } from './human.ts'
import { isoOf } from './naive.ts'
import { resolveTimeRange } from './resolve.ts'

const NOW = Date.parse('2024-10-31T18:45:07Z')
const DAY_SECONDS = 86_400

describe('a time as a person writes it', () => {
  it.each([
    ['in 3 days', '2024-11-03T00:00:00'],
    ['in a week', '2024-11-07T00:00:00'],
    ['in 2 hours', '2024-10-31T20:45:07'],
    ['-3 days', '2024-10-28T00:00:00'],
    ['-1 month', '2024-09-30T00:00:00'],
    ['3d ago', '2024-10-28T00:00:00'],
    ['30 mins ago', '2024-10-31T18:15:07'],
    ['yesterday at 5pm', '2024-10-30T17:00:00'],
    ['tomorrow at 9:30am', '2024-11-01T09:30:00'],
    ['5pm yesterday', '2024-10-30T17:00:00'],
    ['today 14:00', '2024-10-31T14:00:00'],
    ['next monday at 3pm', '2024-11-04T15:00:00'],
    ['tomorrow morning', '2024-11-01T06:00:00'],
    ['this evening', '2024-10-31T18:00:00'],
    ['last night', '2024-10-30T21:00:00'],
    ['eod', '2024-10-31T17:00:00'],
    ['end of month', '2024-10-31T00:00:00'],
    ['end of year', '2024-12-31T00:00:00'],
    ['this month', '2024-10-31T00:00:00'],
    ['Fri, 05 Jan 2024 10:00:00 GMT', '2024-01-05T10:00:00'],
  ])('reads %s', (text, wanted) => {
    expect(isoOf(readHuman(text, NOW))).toBe(wanted)
  })

  it('reads no hour into a number alone', () => {
    expect(() => readHuman('yesterday 5', NOW)).toThrow('Cannot parse time string')
  })

  it('begins an hour without a number where that of the clock begins', () => {
    const { since } = resolveTimeRange('last hour : now', { now: NOW })
    expect(since && isoOf(since)).toBe('2024-10-31T17:00:00')
  })
})

describe('a duration', () => {
  const seconds = (text: string) => (addDelta(NOW, text) - NOW) / 1000

  it.each([
    ['1 year later', 365 * DAY_SECONDS],
    ['1d', DAY_SECONDS],
    ['1w ago', -7 * DAY_SECONDS],
    ['1.5 days', 1.5 * DAY_SECONDS],
    ['1 day 3 hours', DAY_SECONDS + 3 * 3600],
    ['1 day and a bit', 0],
    ['', 0],
    ['  -  3 days  ', -3 * DAY_SECONDS],
  ])('reads %s', (text, wanted) => {
    expect(seconds(text)).toBe(wanted)
  })

  it('is looked for once in a text of blanks', () => {
    expect(seconds(`${' '.repeat(1_000_000)}x`)).toBe(0)
  })

  it('is taken off as a shift, whichever direction it names', () => {
    expect(isoOf(subtractShift(NOW, '6 months later'))).toBe('2024-04-30T18:45:07')
  })
})

describe('a date function', () => {
  it('counts the whole days between two times', () => {
    expect(evaluate("DATEDIFF(DATETIME('2023-12-31T23:59:59'), DATETIME('2024-06-30'))", NOW)).toBe(181)
  })

  it('ends with the year 9999', () => {
    expect(() => evaluate("DATEADD(DATETIME('9999-12-31'), 1, DAY)", NOW)).toThrow('The date is out of range')
  })
})
