import { duckdbDialect } from '../../../src/engines/duckdb/dialect.ts'
import { splitStatements } from '../../../src/query/sql/split.ts'
import type { TestAnswer } from '../../server.ts'
import { type Player, type Vector, type Verdict, verdict } from '../player.ts'
import { plain, same } from '../same.ts'
import type { OrdersServer } from './orders.ts'
import { runningServer, stopServer } from './running.ts'

/** The recorded rows are cut there. */
const MAX_ROWS = 60
const QUERY_LIMIT = 1000
let asked = 0
const nextId = () => ++asked

export const sqllab: Player = {
  topic: 'sqllab',
  async play(vector, file) {
    const server = await runningServer(file)
    if (!server) return null
    if (vector.op === 'type') return judgeCell(vector, await execute(server, typed(vector.input)))
    if (vector.op === 'statement') return judgeStatement(vector, await execute(server, vector.input))
    return vector.op === 'export-csv' ? judgeCsv(vector, server) : null
  },
  close: stopServer,
}

const typed = ({ expression }: Vector['input']) => ({ sql: `SELECT ${expression} AS v` })

function execute(server: OrdersServer, input: Vector['input']): Promise<TestAnswer> {
  return server.client.send('POST', '/api/v1/sqllab/execute/', body(server, input))
}

const body = ({ database }: OrdersServer, input: Vector['input']) => ({
  database_id: database,
  schema: 'main',
  queryLimit: QUERY_LIMIT,
  client_id: `v${nextId()}`,
  runAsync: false,
  ...input,
})

function judgeCell({ expected }: Vector, { status, text }: TestAnswer): Verdict {
  if (expected.defect) return verdict(status < 500, text.slice(0, 400))
  if (status !== expected.status) return verdict(false, `${status} ${text.slice(0, 400)}`)
  const { data, columns } = JSON.parse(text, numbersAsText) as {
    data: readonly { v: unknown }[]
    columns: readonly Record<string, unknown>[]
  }
  const cell = JSON.parse(String(expected.cell), numbersAsText)
  const column = JSON.parse(JSON.stringify(expected.column), numbersAsText)
  const isRight = same(data[0]?.v, cell) && same(columns[0], column)
  return verdict(isRight, `${JSON.stringify(data[0]?.v)} ${JSON.stringify(columns[0])}`)
}

/** `1`, `1.0` and `1e0` are different cells. */
const numbersAsText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? { number: context?.source } : value

const FIELDS = ['status', 'columns', 'expanded_columns', 'displayLimitReached']

function judgeStatement(vector: Vector, answer: TestAnswer): Verdict {
  const { expected } = vector
  const { status, text, json } = answer
  if (expected.defect) return verdict(status < 500, `${status} ${text.slice(0, 400)}`)
  if (status !== expected.status) return verdict(false, `${status} ${text.slice(0, 400)}`)
  if (status !== 200) return verdict(contains(ownWords(json), ownWords(expected.body)), text.slice(0, 400))
  const got = isScript(vector) ? underNames(json, expected) : (json as Record<string, unknown>)
  const wrong = FIELDS.filter(
    (field) => !same(got[field] ?? null, expected[field === 'status' ? 'state' : field] ?? null),
  )
  const rows = (got.data as readonly unknown[]).slice(0, MAX_ROWS)
  if (!same(rows, (plain(expected.data) as readonly unknown[]).slice(0, MAX_ROWS))) wrong.push('data')
  const query = got.query as Record<string, unknown>
  for (const [field, value] of Object.entries(expected.query as object))
    if (!same(query[field] ?? null, value)) wrong.push(`query.${field} ${JSON.stringify(query[field])}`)
  return verdict(wrong.length === 0, `${wrong.join(', ')}: ${text.slice(0, 600)}`)
}

/** Where a text cannot be read, and near which word, is said by the engine's own parser; the line stays. */
const ownWords = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body ?? null)
      .replaceAll(/Error parsing near '.*?' at line (\d+):\d+/g, 'Error parsing at line $1')
      .replaceAll(/"column":\d+/g, '"column":0'),
  )

const isScript = ({ input }: Vector) => splitStatements(String(input.sql), duckdbDialect.lexicon).length > 1

interface Rows {
  readonly columns: readonly Readonly<Record<string, unknown>>[]
  readonly data: readonly Readonly<Record<string, unknown>>[]
}

/** The recorded rows of a script stand under the names of its first statement, ours under those of the last. */
function underNames(json: unknown, expected: Vector['expected']): Record<string, unknown> {
  const own = json as Rows & Record<string, unknown>
  const recorded = (expected.columns ?? []) as readonly { readonly name: string }[]
  const names = own.columns.map((column, i) => [String(column.name), recorded[i]?.name ?? String(column.name)] as const)
  return {
    ...own,
    columns: own.columns.map((column, i) => ({ ...column, name: names[i]?.[1], column_name: names[i]?.[1] })),
    data: own.data.map((row) => Object.fromEntries(names.map(([name, as]) => [as, row[name]]))),
  }
}

/** Every recorded field is there; an answer may say more. */
function contains(got: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return Array.isArray(got) && wanted.every((item, i) => contains(got[i], item))
  if (typeof wanted !== 'object' || wanted === null) return got === wanted
  if (typeof got !== 'object' || got === null) return false
  return Object.entries(wanted).every(([key, item]) => contains((got as Record<string, unknown>)[key], item))
}

async function judgeCsv({ input, expected }: Vector, server: OrdersServer): Promise<Verdict> {
  const request = body(server, input)
  const run = await server.client.send('POST', '/api/v1/sqllab/execute/', request)
  if (run.status !== 200) return verdict(false, run.text.slice(0, 400))
  const { status, headers, text } = await server.client.send('GET', `/api/v1/sqllab/export/${request.client_id}/`)
  const isRight =
    status === expected.status &&
    headers.get('content-type') === expected.content_type &&
    text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n') === expected.text
  return verdict(isRight, text.slice(0, 400))
}
