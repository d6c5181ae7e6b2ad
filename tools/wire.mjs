// Plays recorded exchanges against the product: npm run wire [-- --dir DIR] [name ...]
// The folder has the format of the recorded exchanges: replay.mjs, events.sql and one JSON file per resource.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'

const ROOT = resolve(import.meta.dirname, '..')
const DEFAULT_DIR = resolve(ROOT, '../shared/reference/wire')
let served = null
const ADMIN = { username: 'admin', password: 'Wire-pass-admin-1' }

const { values, positionals } = parseArgs({
  options: {
    dir: { type: 'string' },
    auth: { type: 'string' },
    bootstrap: { type: 'boolean' },
  },
  allowPositionals: true,
})
const given = resolve(values.dir ?? process.env.SIGHTLINE_WIRE_DIR ?? DEFAULT_DIR)
// The replayer runs only under the path that Node resolves for it, so a link to the folder is followed here.
const dir = existsSync(given) ? realpathSync(given) : given
if (!existsSync(dir) || (!existsSync(join(dir, 'replay.mjs')) && !existsSync(join(DEFAULT_DIR, 'replay.mjs')))) {
  console.log(`NOT RUN: there are no recorded exchanges in ${dir}. Give their folder with: npm run wire -- --dir DIR`)
  process.exit(0)
}

async function main() {
  const work = mkdtempSync(join(tmpdir(), 'sightline-wire-'))
  const server = await startServer(work)
  try {
    return await replayAll(server.base, work)
  } finally {
    await server.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

async function replayAll(base, work) {
  const exceptions = readExceptions()
  const files = readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .filter((name) => positionals.length === 0 || positionals.includes(basename(name, '.json')))
    .sort()
  const rows = []
  for (const file of files) rows.push(await replay(base, work, file, exceptions))
  report(rows, exceptions)
  return rows.some((row) => row.failed.length > 0) ? 1 : 0
}

/** One JSON object per exception: file, name of the exchange, reason. */
function readExceptions() {
  const list = JSON.parse(readFileSync(join(ROOT, 'wire-exceptions.json'), 'utf8'))
  return new Map(list.map((entry) => [`${entry.file} | ${entry.name}`, { ...entry, isUsed: false }]))
}

async function replay(base, work, file, exceptions) {
  const output = await run(process.execPath, replayArgs(base, work, file))
  const row = { file: basename(file, '.json'), passed: 0, failed: [], excepted: 0, unserved: 0 }
  row.passed = Number(/: (\d+) passed/.exec(output)?.[1] ?? 0)
  for (const line of output.split('\n').filter((text) => text.startsWith('FAIL '))) {
    const exception = exceptions.get(`${row.file} | ${line.split(' | ')[1]}`)
    if (exception) {
      exception.isUsed = true
      row.excepted += 1
    } else if (isUnreached(line, row) || !isServed(line)) row.unserved += 1
    else row.failed.push(line.slice(5))
  }
  if (!/\d+ passed/.test(output)) row.failed.push(`${row.file}: the replay did not finish: ${output.slice(-500)}`)
  return row
}

function replayArgs(base, work, file) {
  const replayer = existsSync(join(dir, 'replay.mjs')) ? join(dir, 'replay.mjs') : join(DEFAULT_DIR, 'replay.mjs')
  return [
    ...[replayer, '--base', base, '--user', ADMIN.username, '--password', ADMIN.password, '--no-5xx'],
    ...['--database-uri', `duckdb:///${join(work, 'sources', 'events.duckdb')}`, '--writable-schema', 'main'],
    ...['--writable-uri', `sqlite:///${join(work, 'sources', 'data.db')}`],
    ...(values.auth ? ['--auth', values.auth] : []),
    ...(values.bootstrap ? ['--bootstrap'] : []),
    join(dir, file),
  ]
}

/** An exchange that lacks what an unserved one before it would have given. */
const isUnreached = (line, row) =>
  /was not captured|no session for|no access token/.test(line) && (row.unserved > 0 || !isServed(line))

/** Whether the product has the route of the failed exchange; what it lacks is printed as not served. */
function isServed(line) {
  const [, method, path] = / \| (GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH) (\S+?)(?:\?.*?)? \| /.exec(line) ?? []
  if (!path) return true
  const concrete = path.replace(/\{\{\w+(\|string)?\}\}/g, '1').replace(/\/+$/, '')
  return servedPaths().some((entry) => entry.method === method && entry.pattern.test(concrete))
}

function servedPaths() {
  served ??= Object.entries(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')).paths).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(
          `^${path
            .replace(/\/+$/, '')
            .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
            .replace(/\{\w+\}/g, '[^/]+')}$`,
        ),
      })),
  )
  return served
}

function report(rows, exceptions) {
  const total = { passed: 0, failed: 0, excepted: 0, unserved: 0 }
  console.log(`${'file'.padEnd(22)}passed  failed  excepted  not served`)
  for (const row of rows) {
    const cells = [row.passed, row.failed.length, row.excepted, row.unserved]
    console.log(`${row.file.padEnd(22)}${cells.map((n, i) => String(n).padStart([6, 8, 10, 12][i])).join('')}`)
    total.passed += row.passed
    total.failed += row.failed.length
    total.excepted += row.excepted
    total.unserved += row.unserved
  }
  for (const row of rows) for (const line of row.failed) console.log(`FAIL ${line}`)
  const unused = [...exceptions.values()].filter((e) => !e.isUsed && rows.some((row) => row.file === e.file))
  for (const { file, name } of unused) console.log(`exception that is no longer needed: ${file} | ${name}`)
  console.log(
    `${total.passed} passed, ${total.failed} failed, ${total.excepted} excepted (wire-exceptions.json), ${total.unserved} not served yet`,
  )
}

async function startServer(work) {
  const sources = join(work, 'sources')
  await makeSources(sources)
  const child = spawn(
    process.execPath,
    [
      ...[join(ROOT, 'src/server/main.ts'), '--port', '0', '--data', join(work, 'data'), '--sources', sources],
      '--no-examples',
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        SIGHTLINE_ADMIN_USERNAME: ADMIN.username,
        SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
        SIGHTLINE_NO_RATE_LIMITS: '1',
      },
    },
  )
  const gone = new Promise((done) => child.once('exit', done))
  const base = await new Promise((found, failed) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
      if (url) found(url)
    })
    void gone.then((code) => failed(new Error(`the server ended with ${code}`)))
  })
  return {
    base,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function makeSources(sources) {
  const { mkdirSync } = await import('node:fs')
  mkdirSync(sources, { recursive: true })
  const sql = existsSync(join(dir, 'events.sql')) ? join(dir, 'events.sql') : join(DEFAULT_DIR, 'events.sql')
  const instance = await DuckDBInstance.create(join(sources, 'events.duckdb'))
  const connection = await instance.connect()
  await connection.run(readFileSync(sql, 'utf8'))
  connection.closeSync()
  instance.closeSync()
  new DatabaseSync(join(sources, 'data.db')).close()
}

function run(command, args) {
  return new Promise((done) => {
    let text = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.on('data', (chunk) => {
      text += chunk
    })
    child.once('exit', () => done(text))
  })
}

process.exit(await main())
