import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import mysql from 'mysql2/promise'
import { describeNeeded } from './describe-needed.ts'
import { freePort } from './free-port.ts'

/** A MariaDB server of its own: data in a temporary folder, reachable on loopback and on a socket in that folder. */
export interface TestMariaDb {
  /** Address of a database of this server; it need not exist. */
  url(database?: string): string
  readonly port: number
  /** Runs statements as the owner of the server. Gives the rows of the last. */
  asOwner(statements: readonly string[] | string, database?: string): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

const READY = /ready for connections/
const START_MS = 20_000
const PASSWORD = 'owner-of-tests'

interface Programs {
  readonly server: string
  readonly install: string
}

/** The server's programs, null when this machine has none. */
function programs(): Programs | null {
  const named = process.env.SIGHTLINE_TEST_MARIADB_BIN
  const folders = [...(named ? [named] : []), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  const [server, install] = [find('mariadbd'), find('mariadb-install-db')]
  return server && install ? { server, install } : null
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
  const dir = mkdtempSync(join(tmpdir(), 'maria-'))
  const account = accountOf()
  if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  const spawning = {
    ...account,
    cwd: dir,
    stdio: 'pipe',
    env: { TMPDIR: dir, PATH: process.env.PATH, LC_ALL: 'C' },
  } as const
  const made = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync(found.install, made, spawning)
  const port = await freePort()
  const place = [`--datadir=${data}`, `--port=${port}`, `--socket=${join(dir, 's')}`, `--pid-file=${join(dir, 'pid')}`]
  const quick = ['--skip-log-bin', '--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M']
  const args = ['--no-defaults', '--bind-address=127.0.0.1', ...place, ...quick, ...options]
  const server = spawn(found.server, args, spawning)
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  await ready(server)
  await giveOwner(join(dir, 's'))
  const url = (database = '') => `mysql://owner:${PASSWORD}@127.0.0.1:${port}/${database}`
  return {
    port,
    url,
    asOwner: (statements, database) => ran(url(database), typeof statements === 'string' ? [statements] : statements),
    stop: async () => {
      process.off('exit', end)
      if (server.exitCode === null) {
        const ended = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGTERM')
        await ended
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The account of the installation comes in by the socket only; the tests have one of their own. */
async function giveOwner(socketPath: string): Promise<void> {
  const root = await mysql.createConnection({ user: 'root', socketPath })
  await root.query(`CREATE USER owner@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'`)
  await root.query("GRANT ALL ON *.* TO owner@'127.0.0.1' WITH GRANT OPTION")
  await root.end()
}

async function ran(uri: string, statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const connection = await mysql.createConnection({ uri })
  try {
    let rows: unknown = []
    for (const sql of statements) [rows] = await connection.query(sql)
    return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
  } finally {
    await connection.end()
  }
}

/** The server refuses to run as root; there it runs as the account that its package made. */
function accountOf(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`MariaDB did not start: ${said}`)), START_MS)
    server.once('exit', (code) => reject(new Error(`MariaDB ended with ${code}: ${said}`)))
    server.stderr?.on('data', (piece: Buffer) => {
      said += String(piece)
      if (!READY.test(said)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
