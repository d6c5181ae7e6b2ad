import { describe, expect, it } from 'vitest'
import { addToast, removeToast, TOAST_MS, type Toast } from './toast-model.ts'

const toast = (id: string, text: string): Toast => ({ id, text, kind: 'info', action: null })
const texts = (toasts: readonly Toast[]) => toasts.map((one) => one.text)

describe('toasts', () => {
  it('come newest first', () => {
    expect(texts(addToast(addToast([], toast('1', 'a')), toast('2', 'b')))).toEqual(['b', 'a'])
  })

  it('are shown once by text, as the newest', () => {
    const shown = addToast(addToast(addToast([], toast('1', 'a')), toast('2', 'b')), toast('3', 'a'))
    expect(texts(shown)).toEqual(['a', 'b'])
    expect(shown[0]?.id).toBe('3')
  })

  it('leave by id', () => {
    expect(texts(removeToast([toast('1', 'a'), toast('2', 'b')], '1'))).toEqual(['b'])
  })

  it('last as long as the specification says', () => {
    expect(TOAST_MS).toEqual({ info: 4_000, success: 4_000, warning: 6_000, danger: 8_000 })
  })
})
