import { expect, it } from 'vitest'
import { humanized } from '../../resources/kit/project.ts'
import { agoIn } from './ago-words.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const before = (seconds: number) => humanized(new Date(NOW.getTime() - seconds * 1000).toISOString(), NOW)

it.each([
  [0, 'now', 'jetzt'],
  [1, 'a second ago', 'vor 1 Sek.'],
  [150, '2 minutes ago', 'vor 2 Min.'],
  [3_700, 'an hour ago', 'vor 1 Std.'],
  [90_000, 'a day ago', 'gestern'],
  [40 * 86_400, 'a month ago', 'letzten Monat'],
  [800 * 86_400, '2 years ago', 'vor 2 Jahren'],
])('what the server says of %d seconds is said in German', (seconds, english, german) => {
  expect(agoIn('en', before(seconds))).toBe(english)
  expect(agoIn('de', before(seconds))).toBe(german)
})

it('leaves other words as they are', () => expect(agoIn('de', '')).toBe(''))
