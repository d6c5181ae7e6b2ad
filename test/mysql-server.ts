import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import { emptyData } from './empty-data.ts'
import { freePort } from './free-port.ts'

/** A server that speaks MySQL's protocol, with data in a temporary folder, reachable on loopback and on a socket in that folder. */
export interface TestMysqlServer {
  /** Address of a database of this server; it need not exist. */
  url(database?: string): string
  readonly port: number
  /** Runs statements as the owner of the server. Gives the rows of the last. */
  asOwner(statements: readonly string[] | string, database?: string): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

/** The programs of a server: how its data are made and how it is started. */
export interface MysqlPrograms {
  readonly label: string
  readonly server: string
  /** Makes the files of an empty server in a folder. */
  readonly make: { readonly file: string; readonly args: readonly string[] }
  readonly args: readonly string[]
  /** The account that the server runs as, where it is not that of the tests. */
  readonly account: { readonly uid?: number; readonly gid?: number }
}

const READY = /ready for connections/
const START_MS = 20_000
const PASSWORD = 'owner-of-tests'

/** Starts a server without durability; `stop` ends it by its process id and removes its data. */
export async function startMysqlServer(programs: MysqlPrograms, options: readonly string[]): Promise<TestMysqlServer> {
  const dir = mkdtempSync(join(tmpdir(), 'mysql-'))
  const { account } = programs
  if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  const spawning = {
    ...account,
    cwd: dir,
    stdio: 'pipe',
    env: { TMPDIR: dir, PATH: process.env.PATH, LC_ALL: 'C' },
  } as const
  const { file, args: made } = programs.make
  const make = (folder: string) => execFileSync(file, ['--no-defaults', `--datadir=${folder}`, ...made], spawning)
  emptyData({ file, args: made, make }, data)
  const port = await freePort()
  const place = [`--datadir=${data}`, `--port=${port}`, `--socket=${join(dir, 's')}`, `--pid-file=${join(dir, 'pid')}`]
  const quick = ['--skip-log-bin', '--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M']
  const args = ['--no-defaults', '--bind-address=127.0.0.1', ...place, ...quick, ...programs.args, ...options]
  const server = spawn(programs.server, args, spawning)
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  await ready(server, programs.label)
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

function ready(server: ChildProcess, label: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`${label} did not start: ${said}`)), START_MS)
    server.once('exit', (code) => reject(new Error(`${label} ended with ${code}: ${said}`)))
    server.stderr?.on('data', (piece: Buffer) => {
      said += String(piece)
      if (!READY.test(said)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
