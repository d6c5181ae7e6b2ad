import { expect, it } from 'vitest'
import { pageQueue } from './page-queue.server.ts'

function jobs() {
  const queue = pageQueue<string>()
  const started: string[] = []
  const ends = new Map<string, (answer: string) => void>()
  const ask = (id: string, rank = 0) =>
    queue.ask({ id, rank, text: id }, () => {
      started.push(id)
      return new Promise((resolve) => ends.set(id, resolve))
    })
  return { queue, started, ask, end: (id: string) => ends.get(id)?.(`answer of ${id}`) }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

it('lets the first chart of a page run alone, then two at a time in their order', async () => {
  const { queue, started, ask, end } = jobs()
  const first = ask('a', 1)
  for (const [id, rank] of [
    ['late', 9],
    ['b', 2],
    ['c', 3],
    ['d', 4],
  ] as const)
    void ask(id, rank)
  await turn()
  expect(started).toEqual(['a'])
  end('a')
  expect(await first).toBe('answer of a')
  await turn()
  expect(started).toEqual(['a', 'b', 'c'])
  end('c')
  await turn()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  for (const id of ['b', 'd']) end(id)
  await turn()
  end('late')
  await turn()
  expect(queue.isIdle).toBe(true)
})

it('does not let a slow first chart hold up the others', async () => {
  const { started, ask } = jobs()
  void ask('slow')
  void ask('next')
  while (started.length < 2) await turn()
  expect(started).toEqual(['slow', 'next'])
})
