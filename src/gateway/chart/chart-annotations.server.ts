import { visibleCharts } from '../../metadata/visible.server.ts'
import type { AnnotationLayer, Column, QueryObject } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { type AskContext, askContext } from './context.server.ts'
import { processedRows } from './process.server.ts'
import { chartQuestion } from './saved-request.server.ts'

/** How the rows are asked for. */
export interface AnnotationOptions {
  readonly force: boolean
  readonly onlyCached?: boolean | undefined
}

/** Rows of another chart as annotations of this one: `{records}`, asked with the caller's own rights. */
export async function chartAnnotations(
  context: AskContext,
  layer: Pick<AnnotationLayer, 'name' | 'value' | 'overrides'>,
  { force, onlyCached }: AnnotationOptions,
): Promise<{ readonly records: unknown }> {
  const { services, caller, signal } = context
  // No other chart is opened to a guest by what this one shows of it.
  if (caller.kind === 'guest') return { records: [] }
  const question = chartQuestion(await chartOf(context, layer))
  const [query] = question.queries
  if (!query) return { records: [] }
  const other = await askContext(services, caller, question.datasource, signal, context.timeZone)
  const rows = await processedRows(other, overridden(query, layer.overrides ?? {}), {
    force,
    formData: question.formData,
    ttlSec: question.customCacheTimeout,
    onlyCached,
  })
  return { records: JSON.parse(Buffer.from(rows.body).toString('utf8')) }
}

async function chartOf({ services, caller }: AskContext, { name, value }: Pick<AnnotationLayer, 'name' | 'value'>) {
  const id = /^\d{1,9}$/.test(String(value)) ? Number(value) : null
  const chart =
    id === null
      ? undefined
      : await services.db
          .selectFrom('charts')
          .select(['query_context', 'params', 'viz_type', 'datasource_id'])
          .where('id', '=', id)
          .where(visibleCharts(caller))
          .executeTakeFirst()
  if (chart) return chart
  throw new Problem(400, `Error: ${missingChart(String(value), name)}`, { envelope: 'message' })
}

/** The words that clients of the dialect know, with their line breaks. */
const missingChart = (id: string, name: string) =>
  [
    `Chart with ID ${id} (referenced by`,
    `annotation layer '${name}') was not found.`,
    'Please verify that the chart exists and is accessible.',
  ].join(`\n${' '.repeat(20)}`)

/** The question under the time of the chart that shows it. */
function overridden(query: QueryObject, overrides: Readonly<Record<string, unknown>>): QueryObject {
  const range = textOf(overrides.time_range)
  const grain = textOf(overrides.time_grain_sqla)
  const shift = textOf(overrides.time_shift)
  const granularity = textOf(overrides.granularity)
  return {
    ...query,
    ...(range === null ? {} : { timeRange: range }),
    ...(shift === null ? {} : { timeShift: shift }),
    ...(granularity === null ? {} : { granularity }),
    ...(grain === null
      ? {}
      : {
          extras: { ...query.extras, timeGrain: grain },
          columns: query.columns.map((column) => withGrain(column, grain)),
        }),
  }
}

const withGrain = (column: Column, timeGrain: string): Column =>
  typeof column !== 'string' && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain } : column

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
