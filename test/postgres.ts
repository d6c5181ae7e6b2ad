import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountOf } from './account.ts'
import { describeNeeded } from './describe-needed.ts'
import { emptyData } from './empty-data.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of its own: data in a temporary folder, reachable on loopback and on a socket in that folder. */
export interface TestPostgres {
  /** Address of a database of this server; it need not exist. */
  url(database?: string): string
  readonly port: number
  stop(): Promise<void>
}

const READY = /ready to accept connections/
const START_MS = 20_000

/** Folder of the server's programs, null when this machine has none. */
function postgresBin(): string | null {
  const named = process.env.SIGHTLINE_TEST_POSTGRES_BIN
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(named ? [named] : []), ...versions.map((version) => join(root, version, 'bin'))]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/** A group of tests that need this server. */
export const describePostgres = (name: string, tests: () => void): void =>
  describeNeeded(
    name,
    {
      label: 'PostgreSQL',
      isThere: postgresBin() !== null,
      missing: 'PostgreSQL is not installed; SIGHTLINE_TEST_POSTGRES_BIN names the folder of its programs',
    },
    tests,
  )

/** Starts a server without durability; `stop` ends it by its process id and removes its data. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = postgresBin()
  if (bin === null) throw new Error('PostgreSQL is not installed')
  const dir = mkdtempSync(join(tmpdir(), 'pg-'))
  const account = accountOf('postgres')
  if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  const options = { ...account, cwd: dir, stdio: 'pipe', env: { PATH: process.env.PATH, LC_ALL: 'C' } } as const
  const own = ['-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8']
  const init = ['-A', 'trust', '-U', 'postgres', ...own, '--no-sync']
  const file = join(bin, 'initdb')
  emptyData({ file, args: init, make: (folder) => execFileSync(file, ['-D', folder, ...init], options) }, data)
  const port = await freePort()
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=60']
  const args = ['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1']
  const server = spawn(join(bin, 'postgres'), [...args, ...settings.flatMap((setting) => ['-c', setting])], options)
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  await ready(server)
  return {
    port,
    url: (database = 'postgres') => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      process.off('exit', end)
      if (server.exitCode === null) {
        const ended = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGINT')
        await ended
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${said}`)), START_MS)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
    server.stderr?.on('data', (piece: Buffer) => {
      said += String(piece)
      if (!READY.test(said)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
