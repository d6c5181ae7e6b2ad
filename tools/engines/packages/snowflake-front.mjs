// Stands before a Snowflake emulator and adds what it lacks: statements that run until they are stopped, large answers
// in files beside the answer, a function that somebody made, several questions of one session at a time, and the words
// of Snowflake's own errors.
// node snowflake-front.mjs PORT EMULATOR
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

const [port, emulator] = process.argv.slice(2)
const LARGE = 100_000
const QUERY = '/queries/v1/query-request'
/** Requests whose statement runs, and files that belong to answers. */
const running = new Set()
const files = new Map()
/** Sessions that have ended. */
const ended = new Set()
/** The end of the last question of each session, as the emulator takes one at a time. */
const turns = new Map()

createServer((request, response) => {
  answer(request).then(
    ([status, body, headers = { 'content-type': 'application/json' }]) => {
      response.writeHead(status, headers)
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    },
    (error) => {
      response.writeHead(500)
      response.end(String(error?.stack ?? error))
    },
  )
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))

async function answer(request) {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  const { pathname, searchParams } = new URL(request.url, emulator)
  if (pathname.startsWith('/files/')) return [200, files.get(pathname), { 'content-type': 'application/octet-stream' }]
  const body = text === '' ? null : JSON.parse(text)
  const session = request.headers.authorization ?? ''
  const own = await ownAnswer(pathname, body, session, searchParams.get('requestId'))
  if (own !== null) return [200, own]
  const before = turns.get(session) ?? Promise.resolve()
  const asking = before.then(() => forward(request, text))
  turns.set(
    session,
    asking.catch(() => {}),
  )
  const [status, reply] = await asking
  return [status, pathname === QUERY ? inWords(inFiles(reply), body.sqlText) : reply]
}

/** What the emulator is not asked for; null for everything else. */
async function ownAnswer(pathname, body, session, id) {
  if (pathname.startsWith('/running/')) return stillRunning(pathname.split('/')[2])
  if (pathname === '/queries/v1/abort-request') running.delete(body.requestId)
  if (pathname === '/end-sessions') {
    for (const known of turns.keys()) ended.add(known)
    return {}
  }
  if (pathname !== QUERY) return null
  if (ended.has(session))
    return { success: false, code: '390112', message: 'Your session has expired. Please login again.' }
  if (/^SHOW USER FUNCTIONS\b/.test(body.sqlText)) return functionsIn(body.sqlText)
  if (!/'endless'/.test(body.sqlText) || body.describeOnly) return null
  running.add(id)
  return stillRunning(id)
}

/** The functions that users have made: one that the emulator has and the service has not, in the schema of every database. */
function functionsIn(sql) {
  const rowset = sql.endsWith('"PUBLIC"') ? [['GAMMA', 'PUBLIC']] : []
  const rowtype = ['name', 'schema_name'].map((name) => ({ name, type: 'text' }))
  return { success: true, data: { rowtype, rowset, total: rowset.length, queryResultFormat: 'json' } }
}

async function forward({ url, method, headers: { authorization = '' } }, text) {
  const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }
  const given = await fetch(emulator + url, { method, headers, ...(text === '' ? {} : { body: text }) })
  return [given.status, await given.json()]
}

async function stillRunning(id) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  if (!running.has(id))
    return { success: false, code: '000604', message: 'SQL execution canceled', data: { errorCode: '000604' } }
  return { success: true, code: '333334', message: null, data: { getResultUrl: `/running/${id}`, queryId: id } }
}

function inFiles(reply) {
  const { rowsetBase64 = '' } = reply.data ?? {}
  if (rowsetBase64.length < LARGE) return reply
  const path = `/files/${randomUUID()}`
  files.set(path, gzipSync(Buffer.from(rowsetBase64, 'base64')))
  const chunks = [{ url: `http://127.0.0.1:${port}${path}`, rowCount: reply.data.total }]
  return { ...reply, data: { ...reply.data, rowsetBase64: '', chunks, qrmk: 'AAAA' } }
}

/** An error in the words that the service has for it. */
function inWords(reply, sql) {
  if (reply.success || !reply.message) return reply
  const said = reply.message.replace(/^\d{6} \(\w+\): /, '')
  const failed = (code, message) => ({ ...reply, code, message, data: { ...reply.data, errorCode: code } })
  const column = /Referenced column "(.+?)" not found/.exec(said)?.[1]
  if (column)
    return failed('000904', `SQL compilation error: error ${placeOf(sql, column)}\ninvalid identifier '${column}'`)
  const table = /Table with name "?(\w+)"? does not exist/.exec(said)?.[1]
  if (table) return failed('002003', `SQL compilation error:\nObject '${table}' does not exist or not authorized.`)
  const [, line, after] = /Line (\d+), Col: (\d+)/.exec(said) ?? []
  if (!line) return failed(reply.code, said)
  return failed(
    '001003',
    `SQL compilation error:\nsyntax error line ${line} at position ${Number(after) - 1} unexpected token.`,
  )
}

/** Where a name stands: lines from 1, positions from 0. */
function placeOf(sql, name) {
  const before = sql.slice(0, Math.max(0, sql.toLowerCase().indexOf(name.toLowerCase())))
  return `line ${before.split('\n').length} at position ${before.length - before.lastIndexOf('\n') - 1}`
}
