import type { QueryContext } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { answerQuery } from '../chart/answer.server.ts'
import { askContext } from '../chart/context.server.ts'
import { verboseNames } from '../chart/label-map.ts'
import { withTotals } from '../chart/shares-of-total.server.ts'
import type { Services } from '../services.server.ts'

/** For whom a picture is made, and until when. */
export interface Asker {
  readonly services: Services
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Whether charts are asked anew, past the answers that are kept. */
  readonly isFresh?: boolean
}

/** More rows than these would take too much memory to be drawn. */
const MOST_BYTES = 48 * 1024 * 1024

/** What `POST /api/v1/chart/data` replies to a question, in bytes, and the long names in it. Throws a Problem. */
export async function replyOf({ services, caller, signal, isFresh }: Asker, asked: QueryContext) {
  const question = isFresh ? { ...asked, force: true } : asked
  const zone = question.timeZone ?? caller.timeZone
  const context = await askContext(services, caller, question.datasource, signal, zone, question)
  const options = { request: question, ttlSec: question.customCacheTimeout }
  const queries = await withTotals(context, question.queries, { ...question, ttlSec: options.ttlSec })
  const answers = await Promise.all(queries.map((query) => answerQuery(context, query, options)))
  const pieces = answers.flatMap(({ bytes }, i) => (i === 0 ? bytes : [COMMA, ...bytes]))
  if (pieces.reduce((sum, { byteLength }) => sum + byteLength, 0) > MOST_BYTES)
    throw new Problem(413, 'The chart has too many rows to be drawn.')
  const reply = Buffer.concat([OPEN, ...pieces, CLOSE])
  return { reply: new Uint8Array(reply), titles: Object.fromEntries(verboseNames(context)) }
}

const OPEN = Buffer.from('{"result":[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']}')
