import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { describeLoads } from '../../../test/load-cases.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { quoteStandardName } from '../../query/dialect.ts'
import { openPostgres } from './driver.server.ts'

describePostgres('PostgreSQL', () => {
  let server: TestPostgres
  const asOwner = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url('postgres') })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  beforeAll(async () => {
    server = await startPostgres()
    await asOwner('create schema loads')
  }, 60_000)
  afterAll(() => server.stop())

  describeLoads({
    open: async () => openPostgres({ uri: server.url('postgres'), isReadOnly: true }),
    schema: 'loads',
    quoteName: quoteStandardName,
    asOwner,
  })
})
