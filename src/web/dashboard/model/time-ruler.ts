interface Bucket {
  readonly startMs: number
  readonly count: number
}

/** Counts of a dataset over time, evenly cut, from the first day of data to the day after the last. */
export interface Ruler {
  readonly startMs: number
  readonly endMs: number
  readonly buckets: readonly Bucket[]
}

/** A stretch of the ruler, in days; the end is exclusive. */
export interface RulerWindow {
  readonly fromMs: number
  readonly toMs: number
}

export interface RulerLabel {
  readonly atMs: number
  readonly hasYear: boolean
}

/** Where the ruler counts. */
export interface TimeSource {
  readonly datasetId: number
  readonly column: string
}

const DAY_MS = 86_400_000
const MAX_TICKS = 190
const MIN_DAYS = 14
const MAX_LABELS = 12
const LABEL_STEPS_MONTHS = [1, 2, 3, 6, 12, 24, 60, 120] as const

/** Of the datasets with a time, the one that most of the charts ask; the filter may reach only some of these. */
export function timeSource(
  datasets: readonly { readonly id: number; readonly time: { readonly main: string | null } }[],
  charts: readonly { readonly id: number; readonly datasetId: number | null }[],
  reached: readonly number[] | null,
): TimeSource | null {
  const asking = (id: number) =>
    charts.filter((chart) => chart.datasetId === id && (reached?.includes(chart.id) ?? true)).length
  const [first] = datasets
    .flatMap(({ id, time }) => (time.main === null ? [] : [{ datasetId: id, column: time.main }]))
    .toSorted((one, other) => asking(other.datasetId) - asking(one.datasetId))
  return first ?? null
}

/** The body of the `POST /api/v1/chart/data` that counts a dataset's rows per day. */
export function rulerRequest(datasetId: number, column: string): object {
  return {
    datasource: { id: datasetId, type: 'table' },
    force: false,
    result_format: 'json',
    result_type: 'full',
    queries: [
      {
        columns: [
          {
            columnType: 'BASE_AXIS',
            sqlExpression: column,
            label: column,
            expressionType: 'SQL',
            timeGrain: 'P1D',
            isColumnReference: true,
          },
        ],
        metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }],
        filters: [],
        orderby: [],
        row_limit: 50_000,
      },
    ],
  }
}

/** Reads the counts; null when there are too few days to choose among. */
export function rulerFrom(answer: unknown, column: string): Ruler | null {
  const days = rowsOf(answer).flatMap((row) => {
    const startMs = instantOf(row[column])
    const count = Number(row.rows)
    return startMs === null || !Number.isFinite(count) ? [] : [{ startMs, count }]
  })
  if (days.length < MIN_DAYS) return null
  const startMs = Math.min(...days.map((day) => day.startMs))
  const endMs = Math.max(...days.map((day) => day.startMs)) + DAY_MS
  const stepDays = Math.max(1, Math.ceil((endMs - startMs) / DAY_MS / MAX_TICKS))
  return { startMs, endMs, buckets: bucketsOf(days, { startMs, endMs, stepMs: stepDays * DAY_MS }) }
}

/** Where an instant stands on the ruler, from 0 to 1. */
export function shareAt(ruler: Ruler, ms: number): number {
  return Math.min(1, Math.max(0, (ms - ruler.startMs) / (ruler.endMs - ruler.startMs)))
}

/** The day at a place on the ruler. */
export function dayAt(ruler: Ruler, share: number): number {
  const ms = ruler.startMs + Math.min(1, Math.max(0, share)) * (ruler.endMs - ruler.startMs)
  return Math.round(ms / DAY_MS) * DAY_MS
}

/** The window with one end moved; it keeps at least one day. */
export function withEnd(ruler: Ruler, window: RulerWindow, end: 'from' | 'to', ms: number): RulerWindow {
  const day = Math.round(Math.min(ruler.endMs, Math.max(ruler.startMs, ms)) / DAY_MS) * DAY_MS
  return end === 'from'
    ? { ...window, fromMs: Math.min(day, window.toMs - DAY_MS) }
    : { ...window, toMs: Math.max(day, window.fromMs + DAY_MS) }
}

/** The last months of the data. */
export function lastMonths(ruler: Ruler, months: number): RulerWindow {
  const end = new Date(ruler.endMs)
  const fromMs = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - months, end.getUTCDate())
  return { fromMs: Math.max(ruler.startMs, fromMs), toMs: ruler.endMs }
}

/** The window as a time range; the whole ruler is no range. */
export function rangeOfWindow(ruler: Ruler, window: RulerWindow): string | null {
  if (window.fromMs <= ruler.startMs && window.toMs >= ruler.endMs) return null
  return `${dayText(window.fromMs)} : ${dayText(window.toMs)}`
}

/** The window of a range that the server has read, clipped to the ruler. */
export function windowOf(ruler: Ruler, since: string | null, until: string | null): RulerWindow {
  const fromMs = since ? instantOf(since) : null
  const toMs = until ? instantOf(until) : null
  const clip = (ms: number) => Math.min(ruler.endMs, Math.max(ruler.startMs, ms))
  return { fromMs: clip(fromMs ?? ruler.startMs), toMs: clip(toMs ?? ruler.endMs) }
}

/** A label that starts further right would be cut off by the end of the ruler. */
const LAST_LABEL_SHARE = 0.98

/** Months to write below the ruler. */
export function rulerLabels(ruler: Ruler): readonly RulerLabel[] {
  const first = new Date(ruler.startMs)
  const months = monthsBetween(ruler.startMs, ruler.endMs)
  const step = LABEL_STEPS_MONTHS.find((one) => months / one <= MAX_LABELS) ?? 120
  const startMonth =
    Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth() + (first.getUTCDate() > 1 ? 1 : 0)) / step) * step
  return Array.from({ length: MAX_LABELS + 1 }, (_, index) => startMonth + index * step)
    .map((month) => ({
      atMs: Date.UTC(Math.floor(month / 12), month % 12),
      hasYear: month === startMonth || month % 12 < step,
    }))
    .filter((label) => label.atMs >= ruler.startMs && shareAt(ruler, label.atMs) <= LAST_LABEL_SHARE)
}

function bucketsOf(
  days: readonly Bucket[],
  span: { readonly startMs: number; readonly endMs: number; readonly stepMs: number },
): readonly Bucket[] {
  const counts = new Array<number>(Math.ceil((span.endMs - span.startMs) / span.stepMs)).fill(0)
  for (const day of days) {
    const index = Math.floor((day.startMs - span.startMs) / span.stepMs)
    counts[index] = (counts[index] ?? 0) + day.count
  }
  return counts.map((count, index) => ({ startMs: span.startMs + index * span.stepMs, count }))
}

function rowsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const body = answer as { readonly result?: readonly { readonly data?: readonly Record<string, unknown>[] }[] } | null
  return body?.result?.[0]?.data ?? []
}

/** Milliseconds, or ISO text without a zone, which means UTC. */
function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value === '') return null
  const text = value.replace(' ', 'T')
  const ms = Date.parse(
    /Z|[+-]\d{2}:?\d{2}$/.test(text.slice(10)) ? text : `${text.length === 10 ? `${text}T00:00:00` : text}Z`,
  )
  return Number.isNaN(ms) ? null : ms
}

function monthsBetween(fromMs: number, toMs: number): number {
  const from = new Date(fromMs)
  const to = new Date(toMs)
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
