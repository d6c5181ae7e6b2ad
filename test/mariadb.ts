import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { accountOf } from './account.ts'
import { describeNeeded } from './describe-needed.ts'
import { type MysqlPrograms, startMysqlServer, type TestMysqlServer } from './mysql-server.ts'

/** A MariaDB server of its own. */
export type TestMariaDb = TestMysqlServer

/** The server's programs, null when this machine has none. */
function programs(): MysqlPrograms | null {
  const named = process.env.SIGHTLINE_TEST_MARIADB_BIN
  const folders = [...(named ? [named] : []), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  const [server, file] = [find('mariadbd'), find('mariadb-install-db')]
  if (!server || !file) return null
  const make = { file, args: ['--auth-root-authentication-method=normal', '--skip-test-db'] }
  return { label: 'MariaDB', server, make, args: [], account: accountOf('mysql') }
}

/** A group of tests that need this server. */
export const describeMariaDb = (name: string, tests: () => void): void =>
  describeNeeded(
    name,
    {
      label: 'MariaDB',
      isThere: programs() !== null,
      missing: 'MariaDB is not installed; SIGHTLINE_TEST_MARIADB_BIN names the folder of its programs',
    },
    tests,
  )

/** Starts a server without durability; `stop` ends it by its process id and removes its data. */
export async function startMariaDb(options: readonly string[] = []): Promise<TestMariaDb> {
  const found = programs()
  if (found === null) throw new Error('MariaDB is not installed')
  return startMysqlServer(found, options)
}
