import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createResultStore, type ResultStore } from './results.server.ts'
import { noPeers } from './shared/peers.server.ts'

const COLUMNS = [{ name: 'n', type: 'INTEGER', generic: 0 }] as const
const newDir = () => mkdtempSync(join(tmpdir(), 'results-'))
const open = (dir: string, now = new Date()) => createResultStore({ dir, peers: noPeers(), now: () => now })
const rows = (from: number, to: number) =>
  Buffer.from(Array.from({ length: to - from }, (_, i) => `[${from + i},"x]"]`).join(','))

async function write(store: ResultStore, key: string, pieces: readonly [number, number][]) {
  const writer = store.create(key, 1)
  await writer.setColumns(COLUMNS)
  for (const [from, to] of pieces) await writer.append([rows(from, to)], to - from)
  return writer
}
const numbers = async (store: ResultStore, key: string, offset: number, limit: number) => {
  const page = await store.page(key, offset, limit)
  return (JSON.parse(`[${Buffer.from(page?.rows ?? []).toString()}]`) as [number, string][]).map(([n]) => n)
}

it('gives any page across pieces, while it is written and after a restart', async () => {
  const dir = newDir()
  const store = open(dir)
  const key = randomUUID()
  const writer = await write(store, key, [
    [0, 5],
    [5, 6],
    [6, 20],
  ])
  expect(await store.head(key)).toMatchObject({ rowCount: 20, isComplete: false, queryId: 1 })
  expect(await numbers(store, key, 3, 5)).toEqual([3, 4, 5, 6, 7])
  await writer.finish()
  const later = open(dir)
  expect(await later.head(key)).toMatchObject({ rowCount: 20, isComplete: true, columns: COLUMNS })
  expect(await numbers(later, key, 4, 2)).toEqual([4, 5])
  expect(await numbers(later, key, 19, 100)).toEqual([19])
  expect(await numbers(later, key, 20, 5)).toEqual([])
})

it('knows nothing of a result whose server was killed, nor of a name that is no key', async () => {
  const dir = newDir()
  const key = randomUUID()
  const killed = await write(open(dir), key, [[0, 3]])
  expect(await open(dir).head(key)).toBeNull()
  expect(await open(dir).head('../../etc/passwd')).toBeNull()
  await killed.discard()
})

/** Files of a folder that this process holds open. */
const heldOpen = (dir: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    const link = `/proc/self/fd/${fd}`
    return existsSync(link) && readlinkSync(link).startsWith(dir)
  })

it.skipIf(!existsSync('/proc/self/fd'))(
  'leaves no file open when a run ends while its file is being opened',
  async () => {
    const dir = newDir()
    const store = open(dir)
    const [early, late] = [store.create(randomUUID(), 1), store.create(randomUUID(), 1)]
    const opening = early.setColumns(COLUMNS)
    await early.discard()
    await opening
    await late.discard()
    await late.setColumns(COLUMNS)
    expect([readdirSync(dir), heldOpen(dir)]).toEqual([[], []])
    expect(await store.head(early.key)).toBeNull()
  },
)

it('removes results of more than a day and keeps the rest', async () => {
  const dir = newDir()
  const store = open(dir)
  const [oldKey, newKey] = [randomUUID(), randomUUID()]
  for (const key of [oldKey, newKey]) await (await write(store, key, [[0, 3]])).finish()
  const twoDaysAgo = new Date(Date.now() - 172_800_000)
  for (const end of ['rows', 'json']) utimesSync(join(dir, `${oldKey}.${end}`), twoDaysAgo, twoDaysAgo)
  await store.sweep()
  expect(readdirSync(dir).sort()).toEqual([`${newKey}.json`, `${newKey}.rows`])
})

it('leaves no file of a discarded result', async () => {
  const dir = newDir()
  const writer = await write(open(dir), randomUUID(), [[0, 3]])
  await writer.discard()
  expect(readdirSync(dir)).toEqual([])
})

it('gives all rows in order, however large and however many their pieces are', async () => {
  const store = open(newDir())
  for (const sizes of [
    [3],
    [1, 1],
    [200_000],
    [1, 200_000, 1],
    Array(300).fill(1_000),
    [90_000, 5, 90_000, 5, 90_000],
  ]) {
    const key = randomUUID()
    let from = 0
    const pieces = sizes.map((size): [number, number] => {
      from += size
      return [from - size, from]
    })
    await (await write(store, key, pieces)).finish()
    const seen: string[] = []
    for await (const piece of store.pieces(key)) seen.push(Buffer.from(piece).toString())
    expect(seen.join(',') === rows(0, from).toString()).toBe(true)
    for (const limit of [0, 1, (sizes[0] ?? 0) + 1, from - 1, from + 1]) {
      const some: string[] = []
      for await (const piece of store.pieces(key, limit)) some.push(Buffer.from(piece).toString())
      expect([limit, some.join(',') === rows(0, Math.min(limit, from)).toString()]).toEqual([limit, true])
    }
  }
})

it('gives nothing of what the disk has changed', async () => {
  const dir = newDir()
  const key = randomUUID()
  const pieces: [number, number][] = [
    [0, 5],
    [5, 6],
    [6, 20],
  ]
  await (await write(open(dir), key, pieces)).finish()
  const whole = rows(0, 20).toString()
  const all = async () => {
    const parts: string[] = []
    for await (const piece of open(dir).pieces(key)) parts.push(Buffer.from(piece).toString())
    return parts.join(',')
  }
  expect(await all()).toBe(whole)
  for (const end of ['rows', 'json']) {
    const path = join(dir, `${key}.${end}`)
    const good = readFileSync(path)
    for (let at = 0; at < good.length; at += 1) {
      const bad = Buffer.from(good)
      bad[at] = (bad[at] ?? 0) ^ 0x10
      writeFileSync(path, bad)
      // A page of other pieces is what it was; nothing else is given.
      const seen = await numbers(open(dir), key, 0, 20).catch(() => [])
      expect([end, at, seen]).toEqual([end, at, []])
      const streamed = await all().catch(() => 'damaged')
      expect([end, at, ['damaged', ''].includes(streamed)]).toEqual([end, at, true])
    }
    writeFileSync(path, good.subarray(0, -3))
    expect([await numbers(open(dir), key, 0, 20), end]).toEqual([[], end])
    writeFileSync(path, good)
  }
  expect(await all()).toBe(whole)
})
