import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { deleteValue, getValue, putValue } from './key-values.server.ts'
import { ensurePairs, renameDatabasePairs } from './object-pairs.server.ts'
import { type MetadataStore, openMetadata } from './open.server.ts'
import { addUser, findUser, hasNoUser, roleIds } from './users.server.ts'

const AT = '2026-01-02T03:04:05.000Z'
const now = () => new Date(AT)
const STAMP = { created_on: AT, changed_on: AT, created_by: null, changed_by: null }

/** What any store must do, opened anew by `open` as often as a test wants. */
function describeStore(open: () => Promise<MetadataStore>) {
  let store: MetadataStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it('is empty at first and knows its migrations the second time', async () => {
    expect(await hasNoUser(store.db)).toBe(true)
    await store.db.insertInto('roles').values({ name: 'Kept' }).execute()
    const second = await open()
    expect(await roleIds(second.db, ['Kept', 'Absent'])).toMatchObject([{ name: 'Kept' }])
    await second.close()
  })

  it('can be opened by two servers at once', async () => {
    const both = await Promise.all([open(), open()])
    await Promise.all(both.map((each) => each.close()))
  })

  it('keeps people with their roles', async () => {
    const [role] = await roleIds(store.db, ['Kept'])
    const user = {
      username: 'Ana',
      firstName: 'Ana',
      lastName: 'Ó\u0001',
      email: 'a@example.com',
      password: 'x'.repeat(12),
    }
    const id = await addUser(store.db, { ...user, isActive: true, roleIds: [role?.id ?? 0] }, now())
    const found = await findUser(store.db, 'ANA')
    expect(found).toMatchObject({
      id,
      username: 'Ana',
      last_name: 'Ó\u0001',
      is_active: 1,
      login_count: 0,
      settings: '{}',
    })
    expect(typeof found?.id).toBe('number')
    const again = addUser(store.db, { ...user, isActive: true, roleIds: [] }, now())
    await expect(again).rejects.toThrow()
    await store.db
      .insertInto('sessions')
      .values({ id_hash: 'h', user_id: id, created_on: AT, seen_on: AT, expires_on: AT, ip: '::1', agent: '' })
      .execute()
    const late = await store.db.selectFrom('sessions').selectAll().where('expires_on', '<=', AT).execute()
    expect(late).toMatchObject([{ user_id: id }])
  })

  it('keeps databases, datasets and what belongs to them', async () => {
    const { db } = store
    const database = await db
      .insertInto('databases')
      .values({
        ...STAMP,
        uuid: 'd-1',
        database_name: 'data',
        engine: 'sqlite',
        uri_masked: '',
        uri_secret: '',
        extra: '{}',
        expose_in_sqllab: 1,
        allow_run_async: 0,
        allow_ctas: 0,
        allow_cvas: 0,
        allow_dml: 0,
        allow_file_upload: 0,
        allow_multi_catalog: 0,
        impersonate_user: 0,
        configuration_method: 'sqlalchemy_form',
        is_managed_externally: 0,
      } as never)
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(database).toMatchObject({ expose_in_sqllab: 1, allow_dml: 0, cache_timeout: null })
    const dataset = await db
      .insertInto('datasets')
      .values({
        ...STAMP,
        uuid: 's-1',
        database_id: database.id,
        table_name: 'Orders "2"',
        filter_select_enabled: 1,
        is_sqllab_view: 0,
        normalize_columns: 0,
        always_filter_main_dttm: 0,
        is_managed_externally: 0,
      } as never)
      .returning(['id', 'offset', 'sql'])
      .executeTakeFirstOrThrow()
    expect(dataset).toEqual({ id: dataset.id, offset: 0, sql: null })
    await db.insertInto('owners').values({ kind: 'dataset', object_id: dataset.id, user_id: 1 }).execute()
    await ensurePairs(db, [['schema_access', '[data].[main]']])
    await ensurePairs(db, [['schema_access', '[data].[main]']])
    await renameDatabasePairs(db, database, 'other')
    const pairs = await db.selectFrom('pairs').select('view').execute()
    expect(pairs).toEqual([{ view: '[other].[main]' }])
  })

  it('keeps charts, dashboards and their versions', async () => {
    const { db } = store
    const chart = { ...STAMP, slice_name: 'C', is_managed_externally: 0 } as const
    const charts = await db
      .insertInto('charts')
      .values([
        { ...chart, uuid: 'c-1' },
        { ...chart, uuid: 'c-2' },
      ] as never)
      .returning('id')
      .execute()
    const dashboard = await db
      .insertInto('dashboards')
      .values({ ...STAMP, uuid: 'b-1', slug: null, published: 1, is_managed_externally: 0 } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const links = charts.map(({ id }) => ({ dashboard_id: dashboard.id, chart_id: id }))
    await db.insertInto('dashboard_charts').values(links).execute()
    const count = await db
      .selectFrom('dashboard_charts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('dashboard_id', '=', dashboard.id)
      .executeTakeFirstOrThrow()
    expect(count.n).toBe(2)
    const version = { kind: 'chart', object_id: charts[0]?.id ?? 0, body: '{}', user_id: null, created_on: AT }
    await db
      .insertInto('versions')
      .values({ ...version, number: 1 })
      .execute()
    await expect(
      db
        .insertInto('versions')
        .values({ ...version, number: 1 })
        .execute(),
    ).rejects.toThrow()
    const last = await db
      .selectFrom('versions')
      .select((eb) => eb.fn.max('number').as('n'))
      .executeTakeFirstOrThrow()
    expect(last.n).toBe(1)
    const done = await db.deleteFrom('charts').where('uuid', '=', 'c-2').executeTakeFirst()
    expect(Number(done.numDeletedRows)).toBe(1)
  })

  it('keeps queries with exact times, and values over one another', async () => {
    const { db } = store
    const started = 1_790_000_000_123.456
    const row = {
      client_id: 'q',
      user_id: 1,
      database_id: 1,
      sql: 'select \u0001',
      limiting_factor: 'NOT_LIMITED',
      select_as_cta: 0,
      select_as_cta_used: 0,
      status: 'running',
      progress: 0,
      rows: 3_000_000_000,
      extra: '{}',
      sql_tables: '[]',
      start_time: started,
      changed_on: AT,
    }
    await db
      .insertInto('queries')
      .values(row as never)
      .execute()
    const stored = await db
      .selectFrom('queries')
      .selectAll()
      .where('start_time', '<=', started)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ start_time: started, rows: 3_000_000_000, limit: null })
    const entry = { kind: 'k', key: 'x', userId: null, now: now(), ttlSec: 60 }
    await putValue(db, { ...entry, value: { a: 1 } })
    await putValue(db, { ...entry, value: { a: 'é😀' } })
    expect((await getValue(db, 'k', 'x', now()))?.value).toEqual({ a: 'é😀' })
    expect(await getValue(db, 'k', 'x', new Date('2027-01-01'))).toBeNull()
    expect([await deleteValue(db, 'k', 'x'), await deleteValue(db, 'k', 'x')]).toEqual([true, false])
  })

  it('undoes a transaction that fails, and lets others wait for their turn', async () => {
    const { db } = store
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('roles').values({ name: 'Half' }).execute()
      throw new Error('stop')
    })
    const counting = Array.from({ length: 8 }, (_, i) =>
      db.transaction().execute((trx) =>
        trx
          .insertInto('roles')
          .values({ name: `Role ${i}` })
          .execute(),
      ),
    )
    await expect(failing).rejects.toThrow('stop')
    await Promise.all(counting)
    const names = await db.selectFrom('roles').select('name').where('name', 'like', 'Role %').execute()
    expect(names).toHaveLength(8)
    expect(await roleIds(db, ['Half'])).toEqual([])
  })

  it('finds nothing under an id that no row can have', async () => {
    const { db } = store
    const rows = await db.selectFrom('charts').select('id').where('id', '=', Number.MAX_SAFE_INTEGER).execute()
    expect(rows).toEqual([])
  })

  it('refuses a store that a newer release wrote', async () => {
    await sql`insert into schema_migrations values ('9999-later', 'x')`.execute(store.db)
    await expect(open()).rejects.toThrow('newer release')
    await sql`delete from schema_migrations where name = '9999-later'`.execute(store.db)
  })
}

describe('the metadata store on SQLite', () => {
  const dir = mkdtempSync(join(tmpdir(), 'metadata-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  describeStore(() => openMetadata({ url: null, dir, now }))
})

describePostgres('the metadata store on PostgreSQL', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())
  const open = () => openMetadata({ url: server.url(), dir: tmpdir(), now })

  describeStore(open)

  it('can be made by several servers at once', async () => {
    const owner = new pg.Client({ connectionString: server.url() })
    await owner.connect()
    await owner.query('create database fresh')
    await owner.end()
    const url = server.url('fresh')
    const opened = await Promise.all([1, 2, 3].map(() => openMetadata({ url, dir: tmpdir(), now })))
    const tables = await opened[0]?.db.selectFrom('roles').select('id').execute()
    expect(tables).toEqual([])
    await Promise.all(opened.map((store) => store.close()))
  })

  it('serves on after the server has ended its connections', async () => {
    const store = await open()
    await store.db.selectFrom('roles').select('id').execute()
    const owner = new pg.Client({ connectionString: server.url() })
    await owner.connect()
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    )
    await owner.end()
    const answered = () =>
      store.db
        .selectFrom('roles')
        .select('id')
        .execute()
        .then(
          () => true,
          () => false,
        )
    await expect.poll(answered).toBe(true)
    await store.close()
  })
})
