import { expect, it } from 'vitest'
import { createRedrawTurns } from './redraw-turns.ts'

/** A page whose pictures each take five milliseconds of the eight that a frame has for them. */
function page() {
  let now = 0
  const frames: (() => void)[] = []
  const seen: string[] = []
  const turns = createRedrawTurns(
    () => now,
    (then) => frames.push(then),
  )
  const redraw = (name: string, rank: number) =>
    turns.take(
      () => rank,
      () => {
        now += 5
        seen.push(name)
      },
    )
  const pass = (ms: number) => {
    now += ms
  }
  return { frames, seen, redraw, turns, pass, frame: () => frames.shift()?.() }
}

it('redraws one picture at once', () => {
  const { seen, redraw } = page()
  redraw('a', 0)
  expect(seen).toEqual(['a'])
})

it('spreads many pictures over frames, from the top of the page', () => {
  const { seen, redraw, frame, frames } = page()
  redraw('a', 5)
  redraw('b', 3)
  redraw('d', 9)
  redraw('c', 4)
  expect(seen).toEqual(['a', 'b'])
  frame()
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
  frame()
  expect(frames).toEqual([])
  redraw('e', 0)
  expect(seen.at(-1)).toBe('e')
})

it('leaves out a picture that is drawn otherwise meanwhile', () => {
  const { seen, redraw, frame } = page()
  redraw('a', 0)
  redraw('b', 1)
  const leave = redraw('c', 2)
  leave()
  redraw('c, later', 2)
  frame()
  expect(seen).toEqual(['a', 'b', 'c, later'])
})

it('draws the others when one fails', () => {
  const { seen, redraw, turns, frame } = page()
  redraw('a', 0)
  redraw('b', 1)
  const failing = turns.take(
    () => 0,
    () => {
      throw new Error('no picture')
    },
  )
  redraw('c', 2)
  expect(frame).toThrow('no picture')
  frame()
  expect(seen).toEqual(['a', 'b', 'c'])
  failing()
})

it('waits for no frame where the last one is long over', () => {
  const { seen, redraw, pass } = page()
  redraw('a', 0)
  redraw('b', 1)
  pass(20)
  redraw('c', 2)
  expect(seen).toEqual(['a', 'b', 'c'])
})
