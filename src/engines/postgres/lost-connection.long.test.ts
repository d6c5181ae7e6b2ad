import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { Problem } from '../../wire/problem.ts'
import { openPostgres } from './driver.server.ts'

const never = new AbortController().signal
const OTHERS = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'

describePostgres('a PostgreSQL server that ends its connections', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())

  it('is no unforeseen failure, whichever question of a text is under way', async () => {
    const driver = openPostgres({ uri: server.url(), isReadOnly: true })
    const killer = new pg.Client({ connectionString: server.url() })
    await killer.connect()
    const failures: unknown[] = []
    for (let round = 0; round < 60 && failures.length < 10; round++) {
      const judged = Array.from({ length: 4 }, () => driver.judge('select abs(1), lower(upper(a)) from nothing', never))
      const killed = Array.from({ length: 4 }, () => killer.query(OTHERS))
      for (const one of await Promise.allSettled(judged)) if (one.status === 'rejected') failures.push(one.reason)
      await Promise.all(killed)
    }
    await killer.end()
    await driver.close()
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((cause) => !(cause instanceof Problem))).toEqual([])
  })
})
