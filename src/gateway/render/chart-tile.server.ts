import type { QueryContext } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { answerQuery } from '../chart/answer.server.ts'
import { askContext } from '../chart/context.server.ts'
import { verboseNames } from '../chart/label-map.ts'
import type { Services } from '../services.server.ts'
import { formOf } from './chart-question.server.ts'
import type { SourceChart } from './dashboard-source.server.ts'
import type { NamedTile, TileContent } from './picture-job.ts'

/** For whom a picture is made, and until when. */
export interface Asker {
  readonly services: Services
  readonly caller: Caller
  readonly signal: AbortSignal
}

/** More rows than these would take too much memory to be drawn. */
const MOST_BYTES = 48 * 1024 * 1024

/** A chart with its rows as the caller may read them, or with what kept them from being read. Rejects when nobody waits any more. */
export async function tileOf(asker: Asker, { chart, name, missing, ask }: SourceChart): Promise<NamedTile> {
  const named = (content: TileContent): NamedTile => ({ id: chart.id, name, content })
  if (missing.length > 0) return named({ state: 'waiting', filters: missing })
  try {
    const question = await ask()
    const form = { ...formOf(chart), slice_id: chart.id }
    return named({ state: 'answered', vizType: chart.viz_type ?? '', form, ...(await answerOf(asker, question)) })
  } catch (cause) {
    asker.signal.throwIfAborted()
    return named({ state: 'failed', message: failureText(asker, cause) })
  }
}

/** What is told of a chart that could not be read. */
export function failureText({ services }: Asker, cause: unknown): string {
  if (cause instanceof Problem) return cause.message
  services.log('error', 'a chart of a file failed', { cause: String(cause) })
  return 'Server error'
}

async function answerOf({ services, caller, signal }: Asker, question: QueryContext) {
  const zone = question.timeZone ?? caller.timeZone
  const context = await askContext(services, caller, question.datasource, signal, zone, question)
  const options = { request: question, ttlSec: question.customCacheTimeout }
  const answers = await Promise.all(question.queries.map((query) => answerQuery(context, query, options)))
  const pieces = answers.flatMap(({ bytes }, i) => (i === 0 ? bytes : [COMMA, ...bytes]))
  if (pieces.reduce((sum, { byteLength }) => sum + byteLength, 0) > MOST_BYTES)
    throw new Problem(413, 'The chart has too many rows to be drawn.')
  const reply = Buffer.concat([OPEN, ...pieces, CLOSE])
  return { reply: new Uint8Array(reply), titles: Object.fromEntries(verboseNames(context)) }
}

const OPEN = Buffer.from('{"result":[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']}')
