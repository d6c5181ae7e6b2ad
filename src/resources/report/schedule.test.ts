import { expect, it } from 'vitest'
import { crontabInWords } from './schedule.ts'

it.each([
  ['0 9 * * 1', 'At 09:00 AM, only on Monday'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0 8 * * 1-5', 'At 08:00 AM, Monday through Friday'],
  ['0 0,12 1 */2 *', 'At 12:00 AM and 12:00 PM, on day 1 of the month, every 2 months'],
  ['now and then', 'now and then'],
])('says %s in words', (crontab, words) => {
  expect(crontabInWords(crontab)).toBe(words)
})
