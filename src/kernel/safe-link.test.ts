import { expect, it } from 'vitest'
import { safeLink } from './safe-link.ts'

it.each([
  ['https://host/x', 'https://host/x'],
  ['HTTP://host/x', 'HTTP://host/x'],
  ['javascript://host/x', '//host/x'],
  ['foo://host/x?a=1#b', '//host/x?a=1#b'],
  ['java\nscript://host/x', '//host/x'],
  ['foo:////host/x', '//host/x'],
  ['www.example.com', '//www.example.com'],
  ['example.com/x', '//example.com/x'],
  ['//host/x', '//host/x'],
  ['/superset/welcome/', '/superset/welcome/'],
  ['?a=1', '?a=1'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
] as const)('%s is followed as %s', (given, followed) => {
  expect(safeLink(given)).toBe(followed)
})
