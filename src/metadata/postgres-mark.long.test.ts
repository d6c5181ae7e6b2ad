import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { openMetadata } from './open.server.ts'

describePostgres('the mark of a metadata store on PostgreSQL', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())
  const open = () => openMetadata({ url: server.url(), dir: tmpdir(), now: () => new Date() })

  it('tells of every change by any server, once it is there to be read, and of nothing else', async () => {
    const [own, other] = [await open(), await open()]
    const fresh = async () => {
      await own.freshen()
      return own.mark()
    }
    const first = await fresh()
    expect(first).not.toBe(null)
    expect(await fresh()).toBe(first)
    await own.db.selectFrom('roles').select('id').execute()
    expect(await fresh()).toBe(first)
    await own.db.insertInto('roles').values({ name: 'Own' }).execute()
    const second = own.mark()
    expect(second).not.toBe(first)
    const third = await fresh()
    await other.db.insertInto('roles').values({ name: 'Other' }).execute()
    const fourth = await fresh()
    expect(fourth).not.toBe(third)
    await other.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('roles').where('name', 'in', ['Own', 'Other']).execute()
      expect(await fresh()).toBe(fourth)
      // Another writer need not wait for the first.
      await own.db.insertInto('roles').values({ name: 'Meanwhile' }).execute()
    })
    const fifth = await fresh()
    expect(fifth).not.toBe(fourth)
    const undone = other.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('roles').execute()
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(await fresh()).toBe(fifth)
    await Promise.all([own.close(), other.close()])
  })

  it('counts changes of every table of which something could be remembered, by more writers than there are counts', async () => {
    const store = await open()
    const uncounted = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema() and tablename not in (
        select tgrelid::regclass::text from pg_trigger where tgname = 'count_change')`.execute(store.db)
    const names = uncounted.rows.map(({ name }) => name).sort()
    expect(names).toEqual(['audit', 'change_counts', 'logs', 'schema_migrations'])
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = new pg.Client({ connectionString: server.url() })
        await client.connect()
        return client
      }),
    )
    for (const [i, client] of clients.entries())
      await client.query(`begin; insert into tags (name, type, created_on, changed_on) values ('t${i}', 1, '', '')`)
    await store.freshen()
    const before = store.mark()
    for (const client of clients) await client.query('commit')
    await store.freshen()
    expect(store.mark()).not.toBe(before)
    const total = await sql<{ n: number }>`select count(*) as n from change_counts`.execute(store.db)
    expect(total.rows[0]?.n).toBeGreaterThan(16)
    await Promise.all(clients.map((client) => client.end()))
    await store.close()
  })
})
