import { auditEvent } from '../../gateway/audit-event.server.ts'
import { answerQuery, shaped } from '../../gateway/chart/answer.server.ts'
import { isShownAsChart, shownAsChart } from '../../gateway/chart/client-processed.server.ts'
import { type AskContext, askContext } from '../../gateway/chart/context.server.ts'
import { verboseNames } from '../../gateway/chart/label-map.ts'
import { processedRows } from '../../gateway/chart/process.server.ts'
import { rememberedReply, rememberReply } from '../../gateway/chart/remembered-replies.server.ts'
import { withTotals } from '../../gateway/chart/shares-of-total.server.ts'
import type { StatementRunner } from '../../gateway/chart/statement-line.server.ts'
import { workbookOf } from '../../gateway/chart/xlsx.server.ts'
import { computedSheet } from '../../gateway/compute/pool.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { zipOf } from '../../gateway/zip.server.ts'
import type { QueryContext, QueryObject } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { type Raw, rawFile, rawJson } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { inWordsFor } from './words.server.ts'

const OPEN = new TextEncoder().encode('{"result":[')
const COMMA = new TextEncoder().encode(',')
const CLOSE = new TextEncoder().encode(']}')
const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

interface ReplyOptions {
  /** Throws NotCachedError where the database would have to be asked. */
  readonly onlyCached?: boolean
  /** Where its statements wait for their turn. */
  readonly line?: StatementRunner | null
}

/** The `result` of a chart data request as ready bytes. */
export async function chartDataJson(
  services: Services,
  caller: Caller,
  request: QueryContext,
  signal: AbortSignal,
  how: ReplyOptions = {},
): Promise<Uint8Array> {
  const pieces = await inWordsFor(caller, chartDataPieces(services, caller, request, signal, how))
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

/** Up to here a reply is one piece, which can be kept and sent again; joining a larger one would only take memory. */
const JOINED_BYTES = 1024 * 1024

async function chartDataPieces(
  services: Services,
  caller: Caller,
  request: QueryContext,
  signal: AbortSignal,
  { onlyCached = false, line = null }: ReplyOptions = {},
): Promise<readonly Uint8Array[]> {
  const mark = services.metadataMark()
  const known = await rememberedReply(services, caller, request)
  if (known) return [known]
  const context = await askContext(services, caller, request.datasource, signal, request.timeZone, request, line)
  const options = { request, ttlSec: request.customCacheTimeout, onlyCached }
  const queries = await withTotals(context, request.queries, { ...request, ttlSec: options.ttlSec, onlyCached })
  const answers = await Promise.all(queries.map((query) => answerQuery(context, query, options)))
  const pieces = [OPEN, ...answers.flatMap(({ bytes }, i) => (i === 0 ? bytes : [COMMA, ...bytes])), CLOSE]
  if (pieces.reduce((sum, { byteLength }) => sum + byteLength, 0) > JOINED_BYTES) return pieces
  const reply = Buffer.concat(pieces)
  const kept = answers.flatMap((answer) => answer.kept ?? [])
  if (answers.every((answer) => answer.kept !== null)) rememberReply(context, request, { mark, kept, reply })
  return [reply]
}

/** The answer of a chart data request as JSON. */
export const chartDataReply = (services: Services, caller: Caller, request: QueryContext, signal: AbortSignal) =>
  inWordsFor(
    caller,
    chartDataPieces(services, caller, request, signal).then((pieces) =>
      rawJson(pieces.length === 1 && pieces[0] ? pieces[0] : pieces),
    ),
  )

/** The answer of a chart data request in the format asked for; a file is written down in the audit log. */
export const chartAnswer = (
  services: Services,
  caller: Caller,
  request: QueryContext,
  context: RequestContext,
  name: string,
): Promise<Raw> =>
  request.resultFormat === 'json'
    ? chartDataReply(services, caller, request, context.signal)
    : inWordsFor(caller, filesOf(services, caller, request, context, name))

async function filesOf(
  services: Services,
  caller: Caller,
  request: QueryContext,
  { signal, ip, requestId }: RequestContext,
  name: string,
): Promise<Raw> {
  const format = request.resultFormat === 'xlsx' ? 'xlsx' : 'csv'
  if (!caller.can('can_csv', 'Superset')) throw new Problem(403, 'Forbidden')
  if (request.queries.length === 0) throw new Problem(400, 'Empty query result')
  const context = await askContext(services, caller, request.datasource, signal, request.timeZone, request)
  const queries = await withTotals(context, request.queries, { ...request, ttlSec: request.customCacheTimeout })
  const made = await Promise.all(queries.map((query) => fileOf(context, request, query, signal)))
  const rows = made.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const { type, id } = request.datasource
  services.audit(auditEvent('chart.export', `${type}:${id}`, caller, { ip, requestId }, { name, format, rows }))
  const files = made.map(({ bytes }) => bytes)
  const stamp = services.now().toISOString().replace(/[-:]/g, '').slice(0, 15)
  if (files.length === 1) return rawFile(files[0] ?? '', MEDIA[format], `${name}_${stamp}.${format}`)
  const entries = files.map((file, i) => ({ name: `query_${i + 1}.${format}`, content: file }))
  return rawFile(await zipOf(entries, services.now()), 'application/zip', `${name}_${stamp}.zip`)
}

/** One query's rows as a file, under the names that people see. */
async function fileOf(
  context: AskContext,
  request: QueryContext,
  query: QueryObject,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly rowCount: number }> {
  const { caller, services } = context
  const asked = shaped(context, query, query.resultType ?? request.resultType)
  const rows = await processedRows(context, asked, { ...request, ttlSec: request.customCacheTimeout, shape: 'columns' })
  const verbose = verboseNames(context)
  const isCsv = request.resultFormat === 'csv'
  const isShown = (query.resultType ?? request.resultType) === 'post_processed' && isShownAsChart(request.formData)
  const shown =
    isShown && request.formData && rows.rowCount > 0
      ? await shownAsChart(context, rows, request.formData, 'columns')
      : { ...rows, names: rows.names.map((column) => verbose.get(column) ?? column) }
  const { names: headers, generics, rowCount, body, floats, numbers } = shown
  const source = { names: headers, generics, sqlRowCount: rowCount, body }
  const sheet = await computedSheet(
    { rows: source, floats, numbers, headers, form: isCsv ? 'csv' : 'worksheet' },
    { user: caller.username, signal },
  )
  return { bytes: isCsv ? sheet : await workbookOf(sheet, services.now()), rowCount }
}
