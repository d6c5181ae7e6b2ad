import type { Frame } from '../../charts/chart.ts'
import { type WireRows, wireFrame } from '../../charts/parts/wire-frame.ts'

interface RejectedFilter {
  readonly column: string
  readonly reason: string
}

/** The answer to one chart: a frame for each of its queries and what the server did with its filters. */
export interface ChartAnswer {
  readonly frames: readonly Frame[]
  readonly applied: readonly string[]
  readonly rejected: readonly RejectedFilter[]
  readonly sql: readonly string[]
  /** Rows of the first query, after its post-processing. */
  readonly rowCount: number
  /** Rows that the database gave to the first query. */
  readonly sqlRowCount: number
  readonly isCached: boolean
  readonly cachedAt: string | null
  readonly durationMs: number
}

interface WireResult extends WireRows {
  readonly rowcount?: number
  readonly sql_rowcount?: number
  readonly query?: string
  readonly is_cached?: boolean | null
  readonly cached_dttm?: string | null
  readonly applied_filters?: readonly { readonly column: string }[]
  readonly rejected_filters?: readonly RejectedFilter[]
  readonly error?: string | null
}

/** Reads the body of `POST /api/v1/chart/data`. */
export function readAnswer(body: unknown, durationMs: number): ChartAnswer {
  const results = (body as { readonly result?: readonly WireResult[] } | null)?.result ?? []
  const [first] = results
  return {
    frames: results.map(wireFrame),
    applied: [...new Set(results.flatMap((result) => (result.applied_filters ?? []).map(({ column }) => column)))],
    rejected: first?.rejected_filters ?? [],
    sql: results.flatMap((result) => (result.query ? [result.query] : [])),
    rowCount: first?.rowcount ?? first?.data?.length ?? 0,
    sqlRowCount: first?.sql_rowcount ?? first?.data?.length ?? 0,
    isCached: results.length > 0 && results.every((result) => result.is_cached === true),
    cachedAt: first?.cached_dttm ?? null,
    durationMs,
  }
}
