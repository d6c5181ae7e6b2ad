import { utcFormat } from 'd3-time-format'
import { expect, it } from 'vitest'
import { strftime } from './strftime.ts'

const TIMES = [
  '2024-01-01T00:00:00.000Z',
  '2023-12-31T23:59:59.123Z',
  '1999-07-04T12:05:09.007Z',
  '2024-02-29T00:30:00Z',
]
const PATTERNS = [
  '%d/%m/%Y',
  '%Y-%m-%d %H:%M:%S',
  '%-d %b %Y',
  '%A %e %B',
  '%I:%M %p',
  '%j',
  '.%L',
  '%a %y',
  '%q',
  '%%d',
  '%X',
  '%u%w',
]

it.each(PATTERNS)('writes %s as saved charts expect it', (pattern) => {
  const expected = TIMES.map((time) => utcFormat(pattern)(new Date(time)))
  expect(TIMES.map((time) => strftime(pattern)(new Date(time)))).toEqual(expected)
})
