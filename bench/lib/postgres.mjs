import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.mjs'

const ROOT = '/usr/lib/postgresql'
const START_MS = 20_000
/** Between the end of a statement and its line in the log. */
const LOG_MS = 300

/** Folder of PostgreSQL's programs. Throws where the machine has none. */
function programs() {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [process.env.SIGHTLINE_TEST_POSTGRES_BIN, ...versions.map((version) => join(ROOT, version, 'bin'))]
  const found = folders.find((folder) => folder && existsSync(join(folder, 'initdb')))
  if (!found)
    throw new Error('PostgreSQL is not installed; SIGHTLINE_TEST_POSTGRES_BIN names the folder of its programs')
  return found
}

/** A PostgreSQL server of its own in a temporary folder, which writes down its statements while it is told to. */
export async function openPostgres() {
  const bin = programs()
  const dir = mkdtempSync(join(tmpdir(), 'sightline-pg-'))
  const account = accountOf()
  if (account.uid !== undefined) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  const options = {
    ...account,
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const port = await freePort()
  const settings = ['fsync=off', 'max_connections=100', 'log_line_prefix=[%d] ', 'shared_buffers=512MB']
  const args = ['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1']
  const server = spawn(join(bin, 'postgres'), [...args, ...settings.flatMap((setting) => ['-c', setting])], options)
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  const log = await logOf(server)
  const url = (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  const query = async (database, sql) => {
    const client = new pg.Client({ connectionString: url(database) })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url,
    query,
    psql: join(bin, 'psql'),
    /** The statements that a database is asked during `work`. */
    statements: async (database, work) => {
      await tellStatements(query, 'all')
      log.lines.length = 0
      await work()
      await new Promise((resolve) => setTimeout(resolve, LOG_MS))
      const found = log.lines.filter(
        (line) => line.startsWith(`[${database}] `) && /LOG: +(statement|execute (?!fetch)[^:]*):/.test(line),
      )
      await tellStatements(query, 'none')
      return found
    },
    stop: async () => {
      process.off('exit', end)
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function tellStatements(query, which) {
  await query('postgres', `alter system set log_statement = '${which}'`)
  await query('postgres', 'select pg_reload_conf()')
  await new Promise((resolve) => setTimeout(resolve, LOG_MS))
}

/** The server refuses to run as root; there it runs as the account that its package made. */
function accountOf() {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Lines of the server's log from when it takes connections. */
function logOf(server) {
  const log = { lines: [], rest: '' }
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error('PostgreSQL did not start')), START_MS)
    server.once('exit', (code) => fail(new Error(`PostgreSQL ended with ${code}: ${log.lines.join('\n')}`)))
    server.stdout.resume()
    server.stderr.on('data', (piece) => {
      const lines = (log.rest + piece).split('\n')
      log.rest = lines.pop() ?? ''
      log.lines.push(...lines)
      if (!lines.some((line) => line.includes('ready to accept connections'))) return
      clearTimeout(timer)
      done(log)
    })
  })
}
