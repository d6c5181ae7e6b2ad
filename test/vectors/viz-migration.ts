import { storedQueries } from '../../src/charts/succession/stored-queries.ts'
import { succeed } from '../../src/charts/succession/succeed.ts'
import type { PostProcessingStep, QueryObject } from '../../src/query/query-object.ts'
import { queryObjectCodec } from '../../src/query/query-wire.ts'
import { attempt, failed, type Player, type Vector, type VectorFile, type Verdict, verdict } from './player.ts'
import { same } from './same.ts'

type Json = Readonly<Record<string, unknown>>

export const vizMigration: Player = {
  topic: 'viz-migration',
  play({ input, expected }: Vector, file: VectorFile): Verdict {
    const now = new Date(`${file.now ?? '2024-05-15T14:37:21'}Z`)
    const result = succeed(input.form_data as Json, now)
    // A chart that cannot be carried over stays what it is.
    if ('error' in expected) return verdict(result.state === 'stuck', result)
    if (result.state !== 'succeeded') return failed(result)
    const { form } = result
    if (!same(form, expected.form_data) || form.viz_type !== expected.viz_type) return failed(form)
    return expected.queries ? playQueries(form, expected.queries as readonly Json[]) : answers(form)
  },
}

function playQueries(form: Json, recorded: readonly Json[]): Verdict {
  const wanted = recorded.map((query) => comparable(queryObjectCodec.parse(readable(query))))
  // The recorded builder does not know that the control for short names of series begins switched on.
  const got = (storedQueries({ truncate_metric: false, ...form }) ?? []).map(comparable)
  return verdict(same(got, wanted), got)
}

/** The recorded builder fails on some forms; ours leaves out what it cannot read. */
function answers(form: Json): Verdict {
  const got = attempt(() => storedQueries(form))
  return verdict('value' in got && got.value !== null, got)
}

/** Null among the columns is a column that was not chosen. */
const readable = (query: Json) =>
  Array.isArray(query.groupby) ? { ...query, groupby: query.groupby.filter((column) => column !== null) } : query

const comparable = (query: QueryObject) => ({
  ...query,
  columns: query.columns.map((column) =>
    typeof column !== 'string' && column.columnType === 'BASE_AXIS' ? { ...column, isColumnReference: true } : column,
  ),
  postProcessing: query.postProcessing.map(comparableStep),
})

/** An option that is null is not given; a pivot by the column that is its index already can only fail. */
function comparableStep(step: PostProcessingStep) {
  if (step === null) return step
  const options = Object.fromEntries(Object.entries(step.options).filter(([, value]) => value !== null))
  const isOwnIndex = step.operation === 'pivot' && same(options.columns, options.index)
  return { operation: step.operation, options: isOwnIndex ? { ...options, columns: [] } : options }
}
