import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openMetadata } from './open.server.ts'

const now = () => new Date('2026-01-02T03:04:05Z')

it('keeps rows over a restart and rolls a failed transaction back', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'metadata-'))
  const first = await openMetadata({ url: null, dir, now })
  await first.db.insertInto('roles').values({ name: 'Admin' }).execute()
  await expect(
    first.db.transaction().execute(async (trx) => {
      await trx.insertInto('roles').values({ name: 'Half' }).execute()
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  await first.close()
  const second = await openMetadata({ url: null, dir, now })
  expect(await second.db.selectFrom('roles').select('name').execute()).toEqual([{ name: 'Admin' }])
  await second.close()
})

it('refuses a store that a newer release wrote', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'metadata-'))
  const store = await openMetadata({ url: null, dir, now })
  await sql`insert into schema_migrations values ('9999-later', 'x')`.execute(store.db)
  await store.close()
  await expect(openMetadata({ url: null, dir, now })).rejects.toThrow('newer release')
})

it('tells the failure after which SQLite rolled back by itself, such as a full disk at a commit', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'metadata-'))
  const { db, close } = await openMetadata({ url: null, dir, now })
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('roles').values({ name: 'Half' }).execute()
    await sql`rollback`.execute(trx)
    throw new Error('database or disk is full')
  })
  await expect(failing).rejects.toThrow('disk is full')
  expect(await db.selectFrom('roles').select('name').execute()).toEqual([])
  await close()
})

it('has another mark after every change, and the same one after what changes nothing that is remembered', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'metadata-'))
  const { db, mark, close } = await openMetadata({ url: null, dir, now })
  const log = { user_id: null, action: 'view', dttm: 'now', dashboard_id: null, slice_id: null, json: '{}' }
  const steps: readonly (readonly [isChange: boolean, () => Promise<unknown>])[] = [
    [
      false,
      () =>
        db
          .insertInto('logs')
          .values({ ...log, duration_ms: null, referrer: null })
          .execute(),
    ],
    [false, () => db.transaction().execute((trx) => trx.deleteFrom('logs').execute())],
    [false, () => db.updateTable('roles').set({ name: 'x' }).where('id', '=', -1).execute()],
    [false, () => db.deleteFrom('queries').execute()],
    [false, () => sql`insert into "tabs" select * from "tabs"`.execute(db)],
    [true, () => db.insertInto('roles').values({ name: 'One' }).execute()],
    [true, () => db.insertInto('roles').values({ name: 'Two' }).returning('id').execute()],
    [true, () => db.updateTable('roles').set({ name: 'Uno' }).where('name', '=', 'One').execute()],
    [true, () => db.deleteFrom('roles').where('name', '=', 'Uno').execute()],
    [true, () => sql`create table "logs_of_others" (a integer)`.execute(db)],
    [true, () => sql`insert into "logs_of_others" values (1)`.execute(db)],
    [true, () => sql`with gone as (select 1) delete from "logs_of_others"`.execute(db)],
  ]
  for (const [isChange, step] of steps) {
    const before = mark()
    await step()
    expect([String(step), mark() !== before]).toEqual([String(step), isChange])
  }
  await close()
})
