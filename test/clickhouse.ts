import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeNeeded } from './describe-needed.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** A ClickHouse server of its own on loopback, its data in a temporary folder. */
export interface TestClickhouse {
  readonly port: number
  /** Address of a database of this server; it need not exist. */
  url(database?: string, login?: string): string
  /** Runs a statement as the server's owner; gives the rows as the server writes them by itself. */
  asOwner(sql: string): Promise<string>
  /** Ends the server at once, as a crash would. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const PROGRAM = join(import.meta.dirname, '..', 'tools', 'engines', 'clickhouse')
const START_MS = 30_000
/** Accounts besides the owner: one that reads one database only, and profiles that are read-only themselves. */
export const READER = 'reader:p%40ss%3Aw0rd'
const USERS = `<clickhouse>
  <profiles><default/><one><readonly>1</readonly></one><two><readonly>2</readonly></two></profiles>
  <quotas><default/></quotas>
  <users>
    <default><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
    <reader><password>p@ss:w0rd</password><networks><ip>::/0</ip></networks><profile>default</profile>
      <quota>default</quota><grants><query>GRANT SELECT ON shop.*</query></grants></reader>
    <one><password/><networks><ip>::/0</ip></networks><profile>one</profile><quota>default</quota></one>
    <two><password/><networks><ip>::/0</ip></networks><profile>two</profile><quota>default</quota></two>
  </users>
</clickhouse>`

const isInstalled = existsSync(join(PROGRAM, 'node_modules', '@chdb'))

/** A group of tests that need this server. */
export const describeClickhouse = (name: string, tests: () => void): void =>
  describeNeeded(
    name,
    {
      label: 'ClickHouse',
      isThere: isInstalled,
      missing: 'ClickHouse is not installed; npm run test:engines installs it',
    },
    tests,
  )

/** Starts a server; `stop` ends it by its process id and removes its data. */
export async function startClickhouse(): Promise<TestClickhouse> {
  const dir = mkdtempSync(join(tmpdir(), 'clickhouse-'))
  const users = join(dir, 'users.xml')
  const config = join(dir, 'config.xml')
  mkdirSync(join(dir, 'data'))
  writeFileSync(users, USERS)
  writeFileSync(config, `<clickhouse><users_config>${users}</users_config></clickhouse>`)
  const port = await freePort()
  const args = [join(PROGRAM, 'server.mjs'), String(port), join(dir, 'data'), config]
  const server = spawn(process.execPath, args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  server.stderr?.on('data', (piece: Buffer) => {
    said += String(piece)
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const base = `http://127.0.0.1:${port}/`
  const isUp = async () => {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`ClickHouse ended: ${said}`)
    return fetch(`${base}ping`).then(
      (answer) => answer.ok,
      () => false,
    )
  }
  await eventually(isUp, START_MS, 'the start of ClickHouse')
  const kill = async () => {
    process.off('exit', end)
    end()
    await ended
  }
  return {
    port,
    url: (database = '', login = 'default') => `clickhousedb://${login}@127.0.0.1:${port}/${database}`,
    asOwner: async (sql) => {
      const answer = await fetch(base, { method: 'POST', body: sql })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return text.trimEnd()
    },
    kill,
    stop: async () => {
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
