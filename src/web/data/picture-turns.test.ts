import { expect, it } from 'vitest'
import { createPictureTurns, type PictureJob } from './picture-turns.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

function page() {
  const paints: (() => void)[] = []
  const seen: string[] = []
  const arrivals = new Map<string, { resolve(): void; reject(error: unknown): void }>()
  const ends = new Map<string, () => void>()
  const turns = createPictureTurns((then) => paints.push(then))
  const job = (name: string, rank: number): PictureJob => ({
    rank: () => rank,
    load: () => {
      seen.push(`load ${name}`)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      arrivals.set(name, { resolve, reject })
      return promise
    },
    draw: (done) => {
      seen.push(`draw ${name}`)
      ends.set(name, done)
    },
    fail: (error) => seen.push(`fail ${name}: ${error}`),
  })
  const arrive = (name: string) => {
    arrivals.get(name)?.resolve()
    return settled()
  }
  const paint = () => paints.shift()?.()
  const drawn = (name: string) => {
    ends.get(name)?.()
    paint()
  }
  return { turns, seen, job, arrive, arrivals, ends, drawn, paint }
}

it('fetches only the code of the first picture until that is painted, then that of all others', async () => {
  const { turns, seen, job, arrive, ends, paint } = page()
  for (const name of ['a', 'b', 'c']) turns.take(job(name, 0))
  await arrive('a')
  expect(seen).toEqual(['load a', 'draw a'])
  ends.get('a')?.()
  expect(seen).toEqual(['load a', 'draw a'])
  paint()
  expect(seen).toEqual(['load a', 'draw a', 'load b', 'load c'])
})

it('draws one picture at a time, those further up first', async () => {
  const { turns, seen, job, arrive, drawn } = page()
  turns.take(job('first', 0))
  await arrive('first')
  drawn('first')
  turns.take(job('below', 900))
  turns.take(job('top', 10))
  turns.take(job('middle', 300))
  await Promise.all(['top', 'middle', 'below'].map(arrive))
  drawn('top')
  drawn('middle')
  expect(seen.filter((one) => one.startsWith('draw'))).toEqual(['draw first', 'draw top', 'draw middle', 'draw below'])
})

it('goes on when a picture leaves or fails while others wait for it', async () => {
  const { turns, seen, job, arrive, arrivals } = page()
  turns.take(job('broken', 0))
  const leave = turns.take(job('gone', 0))
  turns.take(job('kept', 0))
  arrivals.get('broken')?.reject('no connection')
  await settled()
  leave()
  await arrive('gone')
  await arrive('kept')
  expect(seen).toEqual(['load broken', 'fail broken: no connection', 'load gone', 'load kept', 'draw kept'])
})

it('is at rest when no picture waits or is being drawn', async () => {
  const { turns, seen, job, arrive, drawn } = page()
  turns.whenAtRest(() => seen.push('rest before'))
  turns.take(job('a', 0))
  turns.whenAtRest(() => seen.push('rest after'))
  turns.whenAtRest(() => seen.push('forgotten'))()
  await arrive('a')
  drawn('a')
  expect(seen).toEqual(['rest before', 'load a', 'draw a', 'rest after'])
})
