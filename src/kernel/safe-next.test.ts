import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

const ELSEWHERE = [
  '//evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  '\t//evil.com',
  '/\t/evil.com',
  '/\n\\evil.com',
  'https://evil.com',
  'http:/\\evil.com',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /x',
  'evil.com',
  '',
  '/a\u0000b',
  '/a\u007fb',
]

test.each(ELSEWHERE)('%j leads home', (next) => {
  expect(safeNext(next)).toBe('/')
})

test('a path of this server is kept', () => {
  expect(safeNext('/superset/dashboard/1/?a=//b')).toBe('/superset/dashboard/1/?a=//b')
  expect(safeNext(null)).toBe('/')
})
