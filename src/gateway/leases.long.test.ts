import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothStores } from '../../test/both-stores.ts'
import type { TestServer } from '../../test/server.ts'
import { failStale, renewLeases } from './query-store.server.ts'

describeOnBothStores((start) => {
  let server: TestServer
  let id = 0
  beforeAll(async () => {
    server = await start()
    const row = await server.server.services.db
      .insertInto('queries')
      .values({
        client_id: 'leased',
        user_id: 1,
        database_id: 1,
        sql: 'select 1',
        limiting_factor: 'DROPDOWN',
        select_as_cta: 0,
        select_as_cta_used: 0,
        status: 'success',
        progress: 0,
        extra: '{}',
        sql_tables: '[]',
        start_time: 0,
        changed_on: '2026-01-01T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = row.id
  })
  afterAll(() => server.stop())

  /** A server whose clock goes wrong by some hours. */
  const wrongBy = (hours: number, processId = server.server.services.processId) => {
    const { db, isPostgres } = server.server.services
    return { db, isPostgres, processId, now: () => new Date(Date.now() + hours * 3_600_000) }
  }
  const state = async () =>
    (await server.server.services.db.selectFrom('queries').select('status').where('id', '=', id).executeTakeFirst())
      ?.status
  const runs = async () => {
    const { db, processId } = server.server.services
    await db.updateTable('queries').set({ status: 'running', lease_owner: processId }).where('id', '=', id).execute()
    await renewLeases(wrongBy(0), [id])
  }

  it('a run goes on although the clock of its server jumps, and has failed where nobody runs it', async () => {
    await runs()
    await failStale(wrongBy(24), [id])
    expect(await state()).toBe('running')
    await server.server.services.db.updateTable('queries').set({ lease_until: '2020-01-01T00:00:00.000Z' }).execute()
    await failStale(wrongBy(0), [])
    expect(await state()).toBe('failed')
  })

  it('a run of one server is not failed by another whose clock is ahead, nor kept alive by one that is behind', async () => {
    await runs()
    const { isPostgres, db } = server.server.services
    if (!isPostgres) return
    await failStale(wrongBy(24, 'another'), [])
    expect(await state()).toBe('running')
    await renewLeases(wrongBy(-24), [id])
    await failStale(wrongBy(0, 'another'), [])
    expect(await state()).toBe('running')
    await db
      .updateTable('queries')
      .set({ lease_until: new Date(Date.now() - 1000).toISOString() })
      .execute()
    await failStale(wrongBy(-24, 'another'), [])
    expect(await state()).toBe('failed')
  })
})
