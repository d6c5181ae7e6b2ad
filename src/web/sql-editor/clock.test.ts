import { afterEach, expect, it } from 'vitest'
import { editorNow, setClock } from './clock.ts'

afterEach(() => setClock(null))

it('follows the clock of the server where that of the browser is another', () => {
  const dayMs = 86_400_000
  setClock(new Date(Date.now() - dayMs).toUTCString())
  expect(Math.abs(editorNow() - (Date.now() - dayMs))).toBeLessThan(2_000)
})

it.each([
  ['of the same second', new Date().toUTCString()],
  ['no time', null],
  ['no date', 'soon'],
])('is the clock of the browser after %s', (_name, date) => {
  setClock(date)
  expect(Math.abs(editorNow() - Date.now())).toBeLessThan(5)
})
