import { afterAll, describe } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startServer, type TestServer } from './server.ts'

/** A group of tests with the product on either metadata store, which `start` starts. */
export function describeOnBothStores(tests: (start: () => Promise<TestServer>) => void): void {
  describe('on SQLite', () => tests(() => startServer()))

  describePostgres('on PostgreSQL', () => {
    let postgres: TestPostgres
    afterAll(() => postgres.stop())
    tests(async () => {
      postgres = await startPostgres()
      return startServer({ env: { SIGHTLINE_METADATA_URL: postgres.url() } })
    })
  })
}
