import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoOf } from './naive.ts'
import { TimeRangeError } from './problem.ts'
import { resolveTimeRange } from './resolve.ts'

const now = Date.UTC(2016, 10, 7, 9, 30, 10)
const resolve = (text: string) => {
  const { since, until } = resolveTimeRange(text, { now })
  return [since === null ? null : isoOf(since), until === null ? null : isoOf(until)]
}

describe('resolveTimeRange', () => {
  it.each([
    ['No filter', null, null],
    ['', null, '2016-11-07T00:00:00'],
    [' : now', null, '2016-11-07T09:30:10'],
    ['yesterday : tomorrow', '2016-11-06T00:00:00', '2016-11-08T00:00:00'],
    ['Last year', '2015-11-07T00:00:00', '2016-11-07T00:00:00'],
    ['Last 5 months', '2016-06-07T00:00:00', '2016-11-07T00:00:00'],
    ['Next 5 months', '2016-11-07T00:00:00', '2017-04-07T00:00:00'],
    ['Last 3 hours', '2016-11-07T06:30:10', '2016-11-07T09:30:10'],
    ['99-01-05 : 65-01-01', '1999-01-05T00:00:00', '2065-01-01T00:00:00'],
    ['previous calendar week', '2016-10-31T00:00:00', '2016-11-07T00:00:00'],
    ['previous calendar quarter', '2016-07-01T00:00:00', '2016-10-01T00:00:00'],
    ["DATEADD(DATETIME('2020-02-29'), 1, year) : ", '2021-02-28T00:00:00', null],
    [" : HOLIDAY('Labor day', DATETIME('2018-01-01'))", null, '2018-09-03T00:00:00'],
  ])('%s', (text, since, until) => expect(resolve(text)).toEqual([since, until]))

  it('ends hours that are counted back from a day where that day begins', () => {
    const { since, until } = resolveTimeRange('Last 45 minutes', { now, relativeStart: 'today' })
    expect([since, until].map((ms) => isoOf(ms ?? 0))).toEqual(['2016-11-06T23:15:00', '2016-11-07T00:00:00'])
  })

  it('says what is wrong', () => {
    expect(() => resolve('2024-02-01 : 2024-01-01')).toThrow('From date cannot be larger than to date')
    expect(() => resolve('7 days : now')).toThrow(
      'Time string is ambiguous. Please specify [7 days ago] or [7 days later].',
    )
    expect(() => resolve('garbage : now')).toThrow('Cannot parse time string [garbage]')
  })

  const word = fc.constantFrom(
    ...[
      'Last',
      'Next',
      'this',
      '3',
      'week',
      'months',
      ' : ',
      'now',
      'today',
      'ago',
      'start of',
      'DATEADD(',
      "DATETIME('now')",
    ],
    ...[
      ')',
      ',',
      '-7',
      'DAY',
      '2024-02-30',
      '2024-01-01',
      'Feb',
      '12:30',
      'last friday',
      "HOLIDAY('christmas')",
      '"',
      "'",
    ],
  )
  it('gives an ordered range or a TimeRangeError for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(' ')),
        ),
        (text) => {
          try {
            const { since, until } = resolveTimeRange(text, { now })
            expect(since === null || until === null || since <= until).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(TimeRangeError)
          }
        },
      ),
    )
  })
})
