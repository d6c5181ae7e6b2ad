import { spawn } from 'node:child_process'
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSignedCertificate } from './certificate.ts'
import { describeNeeded } from './describe-needed.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** A Trino server of its own on loopback with catalogs `memory` and `second` of tables in memory, and generated ones to read. */
export interface TestTrino {
  readonly port: number
  /** Where it is reached by TLS and a password, when it was started with an account. */
  readonly safePort: number | null
  /** Address of a catalog and schema of this server. */
  url(place?: string, user?: string): string
  /** Runs a statement as anybody may; gives its rows. */
  asOwner(sql: string): Promise<readonly (readonly unknown[])[]>
  stop(): Promise<void>
}

const START_MS = 150_000
const HASH_ROUNDS = 1_000
const HASH_BYTES = 64
const HOME = process.env.SIGHTLINE_TEST_TRINO
const JAVA = process.env.SIGHTLINE_TEST_JAVA

/** A group of tests that need this server. */
export const describeTrino = (name: string, tests: () => void): void =>
  describeNeeded(
    name,
    {
      label: 'Trino',
      isThere: Boolean(HOME && JAVA),
      missing: 'Trino is not to be had here; npm run test:engines finds it',
    },
    tests,
  )

/** Somebody who may sign in with a password. */
interface TestAccount {
  readonly user: string
  readonly password: string
}

/** Starts a server, with TLS and sign-in on a second port for an account; `stop` ends it by its process id and removes its data. */
export async function startTrino(account: TestAccount | null = null): Promise<TestTrino> {
  const dir = mkdtempSync(join(tmpdir(), 'trino-'))
  const port = await freePort()
  const catalogs = join(dir, 'catalog')
  mkdirSync(catalogs)
  writeFileSync(join(catalogs, 'memory.properties'), 'connector.name=memory\n')
  writeFileSync(join(catalogs, 'second.properties'), 'connector.name=memory\n')
  writeFileSync(join(catalogs, 'tpch.properties'), 'connector.name=tpch\n')
  const safePort = account ? await freePort() : null
  const safe = account && safePort ? safeSettings(dir, safePort, account) : []
  writeFileSync(join(dir, 'config.properties'), [...settings(port), ...safe].join('\n'))
  const server = spawn(JAVA ?? '', programArgs(dir, catalogs), { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (piece: Buffer) => {
      said = (said + String(piece)).slice(-4_000)
    })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const base = `http://127.0.0.1:${port}`
  const isUp = async () => {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`Trino ended: ${said}`)
    const answer = await fetch(`${base}/v1/info`).catch(() => null)
    if (answer?.ok !== true || !(await answer.text()).includes('"starting":false')) return false
    // It says that it has started before it knows of the node that runs queries, which is itself.
    return rowsOf(base, 'SELECT name FROM tpch.tiny.region').then(
      () => true,
      () => false,
    )
  }
  await eventually(isUp, START_MS, 'the start of Trino')
  return {
    port,
    safePort,
    url: (place = 'memory/default', user = 'tester') => `trino://${user}@127.0.0.1:${port}/${place}`,
    asOwner: (sql) => rowsOf(base, sql),
    stop: async () => {
      process.off('exit', end)
      server.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const settings = (port: number) => [
  'coordinator=true',
  'node-scheduler.include-coordinator=true',
  `http-server.http.port=${port}`,
  `discovery.uri=http://127.0.0.1:${port}`,
  'query.max-memory=200MB',
  'query.max-memory-per-node=150MB',
  'memory.heap-headroom-per-node=100MB',
  'query.client.timeout=1m',
]

/** TLS under a certificate that it signed itself, and its file of passwords. The owner goes on over the plain port. */
function safeSettings(dir: string, port: number, { user, password }: TestAccount): readonly string[] {
  const { key, cert } = selfSignedCertificate()
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(password, salt, HASH_ROUNDS, HASH_BYTES, 'sha1')
  const files = {
    key: join(dir, 'server.pem'),
    rules: join(dir, 'sign-in.properties'),
    accounts: join(dir, 'accounts'),
  }
  writeFileSync(files.key, `${key}${cert}`)
  writeFileSync(files.accounts, `${user}:${HASH_ROUNDS}:${salt.toString('hex')}:${hash.toString('hex')}\n`)
  writeFileSync(files.rules, `password-authenticator.name=file\nfile.password-file=${files.accounts}\n`)
  return [
    'http-server.https.enabled=true',
    `http-server.https.port=${port}`,
    `http-server.https.keystore.path=${files.key}`,
    'http-server.authentication.type=PASSWORD',
    'http-server.authentication.allow-insecure-over-http=true',
    `password-authenticator.config-files=${files.rules}`,
    `internal-communication.shared-secret=${randomBytes(32).toString('base64')}`,
  ]
}

function programArgs(dir: string, catalogs: string): string[] {
  const properties = {
    'node.environment': 'test',
    'node.id': 'one',
    'node.data-dir': join(dir, 'data'),
    'node.bind-ip': '127.0.0.1',
    'node.internal-address': '127.0.0.1',
    config: join(dir, 'config.properties'),
    'catalog.config-dir': catalogs,
    'plugin.dir': join(HOME ?? '', 'plugin'),
  }
  return [
    '-server',
    '-Xmx1G',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
    '-cp',
    join(HOME ?? '', 'lib', '*'),
    'io.trino.server.TrinoServer',
  ]
}

interface Answer {
  readonly nextUri?: string
  readonly data?: readonly (readonly unknown[])[]
  readonly error?: { readonly message: string }
}

async function rowsOf(base: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const headers = { 'x-trino-user': 'owner', 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' }
  const rows: (readonly unknown[])[] = []
  let response = await fetch(`${base}/v1/statement`, { method: 'POST', body: sql, headers })
  for (;;) {
    const answer = (await response.json()) as Answer
    if (answer.error) throw new Error(answer.error.message)
    rows.push(...(answer.data ?? []))
    if (!answer.nextUri) return rows
    response = await fetch(answer.nextUri, { headers })
  }
}
