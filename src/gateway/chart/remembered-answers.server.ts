import type { CompiledQuery } from '../../query/compile/types.ts'
import type { QueryObject } from '../../query/query-object.ts'
import type { AskContext } from './context.server.ts'
import type { ProcessedRows } from './process.server.ts'

/** One element of `result` as JSON text in pieces; the rows are passed on as they came. */
export type AnswerBytes = readonly Uint8Array[]

/** All that the head of an answer is written from. */
interface Source {
  readonly compiled: CompiledQuery
  readonly query: QueryObject
  readonly model: AskContext['model']
  readonly key: string
  readonly at: number
  readonly ttlSec: number
  /** Guests do not see the SQL. */
  readonly isGuest: boolean
}

const answers = new WeakMap<Uint8Array, { readonly source: Source; readonly answer: AnswerBytes }>()

/** What `write` gives, kept beside the rows in the cache while the same is asked for in the same words. */
export function rememberedAnswer(
  { caller, model }: AskContext,
  query: QueryObject,
  rows: ProcessedRows,
  write: () => AnswerBytes,
): AnswerBytes {
  if (!rows.isCached) return write()
  const source: Source = {
    compiled: rows.planned.compiled,
    query,
    model,
    key: rows.key,
    at: rows.at.getTime(),
    ttlSec: rows.ttlSec,
    isGuest: caller.kind === 'guest',
  }
  const known = answers.get(rows.body)
  if (known && isSame(known.source, source)) return known.answer
  const answer = write()
  answers.set(rows.body, { source, answer })
  return answer
}

const isSame = (a: Source, b: Source) =>
  a.compiled === b.compiled &&
  a.query === b.query &&
  a.model === b.model &&
  a.key === b.key &&
  a.at === b.at &&
  a.ttlSec === b.ttlSec &&
  a.isGuest === b.isGuest
