import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type MetadataStore, openMetadata } from './open.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'metadata-busy-'))
const store: MetadataStore = await openMetadata({ url: null, dir, now: () => new Date('2026-01-02T03:04:05Z') })
const other = new DatabaseSync(join(dir, 'metadata.db'))
afterEach(() => {
  if (other.isTransaction) other.exec('rollback')
})
afterAll(async () => {
  other.close()
  await store.close()
})

const names = async () => (await store.db.selectFrom('roles').select('name').orderBy('id').execute()).map((r) => r.name)
const add = (name: string) => store.db.insertInto('roles').values({ name }).execute()
const addInTransaction = (...all: readonly string[]) =>
  store.db.transaction().execute(async (trx) => {
    for (const name of all) await trx.insertInto('roles').values({ name }).execute()
  })

it('is read while somebody waits to write, who gets there when the other process is done', async () => {
  await add('before')
  other.exec('begin immediate')
  const writing = Promise.all([add('alone'), addInTransaction('first', 'second'), addInTransaction('third')])
  const mark = store.mark()
  for (let i = 0; i < 20; i += 1) expect(await names()).toEqual(['before'])
  // Nothing has changed, so nothing that is remembered is read again.
  expect(store.mark()).toBe(mark)
  other.exec('rollback')
  await writing
  const all = await names()
  expect([...all].sort()).toEqual(['alone', 'before', 'first', 'second', 'third'])
  expect(all.indexOf('second')).toBe(all.indexOf('first') + 1)
})

it('fails a write that waited for seconds, and does it later', async () => {
  other.exec('begin immediate')
  const begun = performance.now()
  const outcomes = await Promise.allSettled([add('late'), addInTransaction('late too')])
  expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { errcode: 5 } }))
  expect(performance.now() - begun).toBeGreaterThan(2_900)
  other.exec('rollback')
  await add('at last')
  expect(await names()).not.toContain('late too')
  expect(await names()).toContain('at last')
}, 20_000)

it('lets no transaction into the middle of another one', async () => {
  const seen: string[] = []
  const count = async (name: string) =>
    store.db.transaction().execute(async (trx) => {
      seen.push(`${name} begins`)
      await trx.insertInto('roles').values({ name }).execute()
      seen.push(`${name} ends`)
    })
  other.exec('begin immediate')
  const all = Promise.all(['a', 'b', 'c'].map(count))
  await names()
  other.exec('rollback')
  await all
  expect(seen.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends'])
})
