import { expect, it } from 'vitest'
import { crontabOf, rhythmOf, withEvery } from './report-rhythm.ts'

it.each([
  ['5 * * * *', { every: 'hour', minute: 5 }],
  ['0 9 * * *', { every: 'day', time: '09:00' }],
  ['30 17 * * 1', { every: 'week', time: '17:30', weekday: 1 }],
  ['0 0 31 * *', { every: 'month', time: '00:00', day: 31 }],
] as const)('reads %s and writes it again', (crontab, rhythm) => {
  expect(rhythmOf(crontab)).toEqual(rhythm)
  expect(crontabOf(rhythm)).toBe(crontab)
})

it.each(['*/5 * * * *', '0 9 * * MON', '0 9 1 * 1', '0 9 * 6 *', '0 9 0 * *', '61 * * * *', '0 9 * * * *', 'x', ''])(
  'leaves %j to its text',
  (crontab) => expect(rhythmOf(crontab)).toEqual({ every: 'custom' }),
)

it('reads Sunday by both of its numbers', () => {
  expect(rhythmOf('0 9 * * 7')).toEqual(rhythmOf('0 9 * * 0'))
})

it('keeps the time of day when the rhythm changes', () => {
  expect(withEvery({ every: 'day', time: '17:30' }, 'week')).toEqual({ every: 'week', time: '17:30', weekday: 1 })
  expect(withEvery({ every: 'custom' }, 'month')).toEqual({ every: 'month', time: '09:00', day: 1 })
})
