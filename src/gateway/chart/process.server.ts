import { createHash } from 'node:crypto'
import type { QueryContext, QueryObject } from '../../query/query-object.ts'
import { type OffsetPlan, planTimeOffsets } from '../../query/time-offsets/plan.ts'
import type { FrameSource } from '../compute/frame-job.ts'
import { computedFrame } from '../compute/pool.server.ts'
import type { ChartRows } from './chart-rows.ts'
import type { AskContext } from './context.server.ts'
import { type AskedRows, askRows, chartCache } from './rows.server.ts'

export type ProcessedRows = AskedRows

export interface ProcessOptions extends Pick<QueryContext, 'force' | 'formData'> {
  readonly ttlSec: number | null
  readonly shape?: 'records' | 'columns'
  /** Throws NotCachedError where the database would have to be asked. */
  readonly onlyCached?: boolean | undefined
}

/** Rows of a query with its comparisons and post-processing. Rows that nothing is made of pass as the engine wrote them. */
export async function processedRows(
  context: AskContext,
  query: QueryObject,
  options: ProcessOptions,
): Promise<ProcessedRows> {
  const shape = options.shape ?? 'records'
  const steps = query.postProcessing.filter((step) => step !== null)
  if (steps.length === 0 && query.timeOffsets.length === 0) return askRows(context, query, { ...options, shape })
  const asked = await askRows(context, query, { ...options, shape: 'columns' })
  const shifted = await askShifted(context, asked, options)
  const isCached = asked.isCached && shifted.every(({ rows }) => rows.isCached)
  const parts = [asked.key, shape, steps, shifted.map(({ plan, rows }) => [plan.offset, rows.key])]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const readAt = [asked, ...shifted.map(({ rows }) => rows)].map(({ at }) => at.getTime())
  // Rows that were read anew for another chart or by another server are worth nothing under what was made of the older.
  const place = `${key} ${readAt.join()}`
  const made = await chartCache(context.services).get({
    key: place,
    force: !isCached,
    ttlMs: asked.ttlSec > 0 ? asked.ttlSec * 1000 : 0,
    signal: context.signal,
    make: async (signal) => {
      const made = await computedFrame(
        {
          asked: sourceOf(asked),
          shifted: shifted.map(({ plan, rows }) => ({ plan, rows: sourceOf(rows) })),
          query: asked.planned.compiled.query,
          steps,
          shape,
          temporal: context.model.columns.filter((known) => known.isTemporal).map((known) => known.name),
        },
        { user: context.caller.username, signal },
      )
      const sql = [asked.sql, ...shifted.map(({ rows }) => rows.sql)].join(';\n\n')
      return { value: { ...made, sql }, bytes: made.body.byteLength + 1_000 }
    },
  })
  const sources = [asked, ...shifted.map(({ rows }) => rows)].flatMap((rows) => rows.kept)
  const kept = [...sources, ...asked.kept.map((rows) => ({ ...rows, key: place, body: made.value.body }))]
  return { ...asked, ...made.value, key, isCached, kept }
}

interface ShiftedRows {
  readonly plan: OffsetPlan
  readonly rows: AskedRows
}

/** The same question of each shifted range of a time comparison. */
async function askShifted(context: AskContext, asked: AskedRows, options: ProcessOptions): Promise<ShiftedRows[]> {
  const { query, from, to } = asked.planned.compiled
  const plans = planTimeOffsets(query, { since: from, until: to }, context.services.conf.ROW_LIMIT)
  const out: ShiftedRows[] = []
  for (const plan of plans)
    out.push({ plan, rows: await askRows(context, plan.query, { ...options, shape: 'columns' }) })
  return out
}

/** Rows as work for threads takes them. */
export const sourceOf = ({ names, generics, sqlRowCount, body }: ChartRows): FrameSource => ({
  names,
  generics,
  sqlRowCount,
  body,
})
