import { expect, it } from 'vitest'
import { createChartQueue } from './chart-queue.ts'

function deferred() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, resolve }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

it('runs at most two at a time, those in view first', async () => {
  const queue = createChartQueue(2)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const job = (name: string, rank: number) => ({
    rank: () => rank,
    run: () => {
      started.push(name)
      const { promise, resolve } = deferred()
      ends.set(name, resolve)
      return promise
    },
  })
  for (const [name, rank] of [
    ['below', 5],
    ['far', 9],
    ['top', 0],
    ['next', 1],
  ] as const)
    void queue.add(job(name, rank))
  await turn()
  expect(started).toEqual(['top', 'next'])
  ends.get('next')?.()
  await turn()
  expect(started).toEqual(['top', 'next', 'below'])
})

it('forgets a job whose asker has gone, without running it', async () => {
  const queue = createChartQueue(1)
  const first = deferred()
  void queue.add({ rank: () => 0, run: () => first.promise })
  const gone = new AbortController()
  let hasRun = false
  const second = queue.add({
    rank: () => 1,
    signal: gone.signal,
    run: async () => {
      hasRun = true
    },
  })
  await turn()
  gone.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  first.resolve()
  await turn()
  expect(hasRun).toBe(false)
})

it('goes on after a job that fails', async () => {
  const queue = createChartQueue(1)
  const failing = queue.add({ rank: () => 0, run: () => Promise.reject(new Error('no such column')) })
  const next = queue.add({ rank: () => 1, run: async () => 'drawn' })
  await expect(failing).rejects.toThrow('no such column')
  await expect(next).resolves.toBe('drawn')
})
