import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../test/server.ts'
import { whileUnchanged } from './while-unchanged.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('reads the store again only after it changed, also by a change that was taken back', async () => {
  const { services } = server.server
  const { db } = services
  let reads = 0
  const names = () =>
    whileUnchanged(services, 'tag names', async () => {
      reads += 1
      return (await db.selectFrom('tags').select('name').execute()).map((tag) => tag.name)
    })
  const at = services.now().toISOString()
  const tag = { name: 'one', type: 1, description: null, created_on: at, changed_on: at, created_by: 1, changed_by: 1 }
  expect([await names(), await names(), reads]).toEqual([[], [], 1])
  await db.insertInto('tags').values(tag).execute()
  expect([await names(), await names(), reads]).toEqual([['one'], ['one'], 2])
  const undone = db.transaction().execute(async (trx) => {
    await trx.deleteFrom('tags').execute()
    const during = names()
    await Promise.resolve()
    throw Object.assign(new Error('taken back'), { during })
  })
  const { during } = (await undone.catch((error: unknown) => error)) as { during: Promise<string[]> }
  expect(await during).toEqual(['one'])
  expect(await names()).toEqual(['one'])
})

it('does not keep a failure', async () => {
  const { services } = server.server
  const failing = () => whileUnchanged(services, 'broken', () => Promise.reject(new Error('no')))
  await expect(failing()).rejects.toThrow('no')
  expect(await whileUnchanged(services, 'broken', async () => 'well')).toBe('well')
})
