import { join } from 'node:path'
import { describeNeeded } from './describe-needed.ts'
import { startMysqlServer, type TestMysqlServer } from './mysql-server.ts'

const HOME = process.env.SIGHTLINE_TEST_MYSQL

/** A group of tests that need a server of MySQL itself. */
export const describeMysql = (name: string, tests: () => void): void =>
  describeNeeded(
    name,
    { label: 'MySQL', isThere: Boolean(HOME), missing: 'MySQL is not to be had here; npm run test:engines finds it' },
    tests,
  )

/** Starts a server of MySQL itself without durability; `stop` ends it by its process id and removes its data. */
export async function startMysql(options: readonly string[] = []): Promise<TestMysqlServer> {
  const home = HOME ?? ''
  const server = join(home, 'bin', 'mysqld')
  const words = `--lc-messages-dir=${join(home, 'share')}`
  const own = [words, ...(process.getuid?.() === 0 ? ['--user=root'] : [])]
  const make = { file: server, args: ['--initialize-insecure', ...own] }
  return startMysqlServer({ label: 'MySQL', server, make, args: [...own, '--mysqlx=0'], account: {} }, options)
}
