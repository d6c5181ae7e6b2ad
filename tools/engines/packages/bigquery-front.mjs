// Stands before a BigQuery emulator and adds what emulators lack: dry runs, by the analyser that Google has published,
// and statements that run until they are cancelled. node bigquery-front.mjs PORT EMULATOR FOLDER-OF-ZETASQL
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [port, emulator, folder] = process.argv.slice(2)
const { runServer, ZetaSQLClient, LanguageOptions } = createRequire(join(folder, 'package.json'))(
  '@fivetrandevelopers/zetasql',
)
const analyserPort = Number(port) + 1
runServer(analyserPort).catch((error) => {
  console.error(error)
  process.exit(1)
})
ZetaSQLClient.init(analyserPort)
const analyser = ZetaSQLClient.getInstance()
await analyser.testConnection()
const languageOptions = (await new LanguageOptions().enableMaximumLanguageFeatures()).serialize()

/** Ids of the statements that run. */
const running = new Set()
const KINDS = {
  INT64: 'TYPE_INT64',
  INTEGER: 'TYPE_INT64',
  FLOAT: 'TYPE_DOUBLE',
  FLOAT64: 'TYPE_DOUBLE',
  BOOL: 'TYPE_BOOL',
  BOOLEAN: 'TYPE_BOOL',
  STRING: 'TYPE_STRING',
  BYTES: 'TYPE_BYTES',
  DATE: 'TYPE_DATE',
  DATETIME: 'TYPE_DATETIME',
  TIME: 'TYPE_TIME',
  TIMESTAMP: 'TYPE_TIMESTAMP',
  NUMERIC: 'TYPE_NUMERIC',
  BIGNUMERIC: 'TYPE_BIGNUMERIC',
  JSON: 'TYPE_JSON',
}
const STATEMENTS = {
  resolvedQueryStmtNode: 'SELECT',
  resolvedInsertStmtNode: 'INSERT',
  resolvedUpdateStmtNode: 'UPDATE',
  resolvedDeleteStmtNode: 'DELETE',
  resolvedMergeStmtNode: 'MERGE',
  resolvedDropStmtNode: 'DROP_TABLE',
}

createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
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
  const { pathname } = new URL(request.url, emulator)
  const [, project, kind, id, verb] =
    /projects\/([^/]+)\/(queries|jobs)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(pathname) ?? []
  const body = request.method === 'POST' && text !== '' ? JSON.parse(text) : null
  const own = await ownAnswer({ project, kind, id, verb, body })
  if (own !== null) return own
  const given = await fetch(emulator + request.url, {
    method: request.method,
    headers: { 'content-type': 'application/json' },
    ...(text === '' ? {} : { body: body ? JSON.stringify(known(body)) : text }),
  })
  return [given.status, await given.text()]
}

/** What the emulator is not asked for; null for everything else. */
async function ownAnswer({ project, kind, id, verb, body }) {
  if (running.has(id)) {
    if (verb === 'cancel') running.delete(id)
    return [200, await stillRunning(project, id)]
  }
  if (kind === 'jobs' && body?.configuration?.dryRun) return preview(project, body.configuration.query)
  if (kind !== 'queries' || !body || !/'endless'/.test(body.query)) return null
  const name = randomUUID()
  running.add(name)
  return [200, await stillRunning(project, name)]
}

/** Without the wishes that emulators do not know; a product by which is divided stands in brackets, which this one needs. */
function known({ jobTimeoutMs: _, maximumBytesBilled: __, requestId: ___, ...body }) {
  const { query } = body
  return query ? { ...body, query: query.replaceAll(/, (\d+(?:\*\d+)+)\)/g, ', ($1))') } : body
}

const stillRunning = async (project, jobId) => {
  await new Promise((resolve) => setTimeout(resolve, 100))
  return { jobComplete: false, jobReference: { projectId: project, jobId, location: 'US' } }
}

async function preview(project, { query, defaultDataset }) {
  try {
    const { tableName } = await analyser.extractTableNamesFromStatement({
      sqlStatement: query,
      allowScript: false,
      options: languageOptions,
    })
    const tables = tableName.map(({ tableNameSegment }) => placeOf(tableNameSegment, project, defaultDataset))
    const found = []
    for (const table of tables) {
      const described = await describe(table)
      if (described === null) return notFound(table)
      found.push({ ...table, columns: described })
    }
    const { resolvedStatement } = await analyser.analyze({
      sqlStatement: query,
      simpleCatalog: catalogOf(found),
      options: { errorMessageMode: 'ERROR_MESSAGE_ONE_LINE', languageOptions },
    })
    const node = resolvedStatement.node
    const statementType = STATEMENTS[node] ?? (/Create/.test(node) ? 'CREATE_TABLE' : node)
    return [
      200,
      {
        kind: 'bigquery#job',
        statistics: {
          totalBytesProcessed: String(1024 * tables.length),
          query: { statementType, referencedTables: tables.map(({ written: _, ...table }) => table) },
        },
        status: { state: 'DONE' },
      },
    ]
  } catch (error) {
    const message = String(error.message)
      .replace(/^\d+ [A-Z_]+: /, '')
      .replace(/ \[at (\d+:\d+)\]$/, ' at [$1]')
    return refusal(400, 'invalidQuery', message)
  }
}

const refusal = (code, reason, message) => [
  code,
  { error: { code, message, status: 'INVALID_ARGUMENT', errors: [{ message, reason, domain: 'global' }] } },
]
const notFound = ({ projectId, datasetId, tableId }) =>
  refusal(404, 'notFound', `Not found: Table ${projectId}:${datasetId}.${tableId} was not found in location US`)

function placeOf(segments, project, defaults) {
  const [tableId, datasetId = defaults?.datasetId ?? '', projectId = project] = segments
    .flatMap((segment) => segment.split('.'))
    .toReversed()
  return { projectId, datasetId, tableId, written: segments }
}

async function describe({ projectId, datasetId, tableId }) {
  const path = `/bigquery/v2/projects/${projectId}/datasets/${datasetId}/tables/${tableId}`
  const answer = await fetch(emulator + path)
  if (!answer.ok) return null
  const { schema } = await answer.json()
  return (schema?.fields ?? []).map(({ name, type }) => ({ name, type: { typeKind: KINDS[type] ?? 'TYPE_STRING' } }))
}

/** Each table under the names with which the statement calls it. */
function catalogOf(tables) {
  const root = { name: 'root', builtinFunctionOptions: { languageOptions }, table: [], catalog: [] }
  tables.forEach(({ written, columns }, serializationId) => {
    let at = root
    for (const segment of written.slice(0, -1)) {
      let next = at.catalog.find(({ name }) => name === segment)
      if (!next) {
        next = { name: segment, table: [], catalog: [] }
        at.catalog.push(next)
      }
      at = next
    }
    const name = written.at(-1)
    if (!at.table.some((table) => table.name === name)) at.table.push({ name, serializationId, column: columns })
  })
  return root
}
