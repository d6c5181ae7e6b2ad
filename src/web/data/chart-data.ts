import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { findChart, isLookedUp, loadLaterCharts } from '../../charts/charts.ts'
import type { QueryContext } from '../../query/query-object.ts'
import { encodeQueryContext } from '../../query/wire/encode.ts'
import { bootstrap } from '../app/bootstrap.ts'
import { text } from '../ui/text.ts'
import { logActivity } from './activity.ts'
import { type Annotations, useAnnotations, withoutAnnotations } from './chart-annotations.ts'
import { type ChartAnswer, readAnswer } from './chart-answer.ts'
import { type BatchBody, createChartBatch } from './chart-batch.ts'
import { createChartQueue } from './chart-queue.ts'
import { chartRequest, type ExtraFormData, type FormData, type RequestParts } from './chart-request.ts'
import { unexpectedStatus } from './chart-status.ts'
import { inTime, timeoutSec } from './chart-timeout.ts'
import { HttpError, http, type ServerError } from './http.ts'
import { postForAnswer } from './later-answer.ts'
import { stackTraceOf } from './stack-trace.ts'
import { useTimeZone } from './time-zone.ts'

const PLACES = 2
const queue = createChartQueue(PLACES)
const batch = createChartBatch(sendSpread, [...crypto.getRandomValues(new Uint32Array(4))].join('-'), timeoutSec)

export type ChartState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'unsupported'; readonly vizType: string }
  /** `previous` is the answer that stays on screen, dimmed. */
  | { readonly kind: 'loading'; readonly previous: ChartAnswer | null }
  | { readonly kind: 'ready'; readonly answer: ChartAnswer }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly details: string | null
      readonly previous: ChartAnswer | null
    }
  | { readonly kind: 'stopped'; readonly previous: ChartAnswer | null }

export interface ChartOptions {
  readonly formData: FormData
  /** Filters of the dashboard, as `extra_form_data`. */
  readonly extra?: ExtraFormData | null
  /** False asks nothing: out of view, or not yet asked for. */
  readonly enabled?: boolean
  /** Lower goes first when many charts wait: the place on the page. */
  readonly rank?: number
  /** Charts of a dashboard are asked for together. */
  readonly dashboardId?: number | null
}

export interface ChartHandle {
  readonly state: ChartState
  readonly annotations: Annotations
  /** Asks again; `force` passes the server's cache by. */
  refresh(force?: boolean): void
  stop(): void
}

/** The data of one chart. A changed question aborts the one before; the old answer stays until the next is there. */
export function useChart({
  formData,
  extra = null,
  enabled = true,
  rank = 0,
  dashboardId = null,
}: ChartOptions): ChartHandle {
  const client = useQueryClient()
  const isForced = useRef(false)
  const code = useChartCode(String(formData.viz_type ?? ''), enabled)
  const [stoppedBody, setStoppedBody] = useState<string | null>(null)
  const timeZone = useTimeZone()
  const { whole, refusal } = questionOf(enabled && code.isThere, formData, { extra, timeZone })
  const request = whole && withoutAnnotations(whole)
  const annotations = useAnnotations(whole)
  const key = answerKey(request)
  const [, body] = key
  const query = useQuery<ChartAnswer>({
    queryKey: key,
    enabled: request !== null,
    placeholderData: (before) => before,
    structuralSharing: false,
    queryFn: ({ signal }) => {
      const force = isForced.current
      isForced.current = false
      if (request === null) throw new Error('No question to ask')
      const asked = { ...request, force }
      if (dashboardId !== null && !answersLater()) return logged(formData, batchedAnswer(asked, rank, signal))
      return logged(formData, queue.add({ signal, rank: () => rank, run: () => fetchAnswer(asked, signal) }))
    },
  })
  const { refetch } = query
  const sliceId = formData.slice_id
  const refresh = useCallback(
    (force = false) => {
      isForced.current = force
      setStoppedBody(null)
      refetch({ cancelRefetch: true }).catch(() => undefined)
      if (force) logActivity({ event_name: 'force_refresh_chart', event_type: 'user', ...targetOf(sliceId) })
      if (force) client.invalidateQueries({ queryKey: ['chart-annotation'] }).catch(() => undefined)
    },
    [refetch, client, sliceId],
  )
  const stop = () => {
    setStoppedBody(body)
    client.cancelQueries({ queryKey: key }, { revert: false }).catch(() => undefined)
  }
  const isStopped = stoppedBody === body && body !== ''
  return {
    state: code.error ? failure(code.error, null) : (refusal ?? stateOf(formData, query, isStopped)),
    annotations,
    refresh,
    stop,
  }
}

/** Loads the code of a type that is not there from the start. A type without a name has no code to wait for. */
function useChartCode(vizType: string, enabled: boolean) {
  const isKnown = isLookedUp(vizType)
  const { data = false, error } = useQuery({
    queryKey: ['chart-code', vizType],
    queryFn: () => loadLaterCharts(vizType).then(() => true),
    enabled: enabled && !isKnown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { isThere: isKnown || data, error: isKnown ? null : error }
}

/** Under which the answer to a question is kept; what formats it is no part of it. */
export const answerKey = (request: QueryContext | null): readonly [kind: string, body: string] => [
  'chart-data',
  request === null ? '' : JSON.stringify(encodeQueryContext({ ...request, formData: null })),
]

interface Wanted {
  readonly whole: QueryContext | null
  readonly refusal?: ChartState
}

/** What a chart asks; settings that cannot be asked are the chart's own failure. */
function questionOf(enabled: boolean, formData: FormData, parts: RequestParts): Wanted {
  try {
    return { whole: enabled ? chartRequest(formData, parts) : null }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { whole: null, refusal: { kind: 'failed', message, details: null, previous: null } }
  }
}

interface QueryView {
  readonly data: ChartAnswer | undefined
  readonly error: Error | null
  readonly isFetching: boolean
}

function stateOf(formData: FormData, query: QueryView, isStopped: boolean): ChartState {
  const vizType = String(formData.viz_type ?? '')
  if (findChart(vizType) === null) return isLookedUp(vizType) ? { kind: 'unsupported', vizType } : { kind: 'idle' }
  const previous = query.data ?? null
  if (query.isFetching) return { kind: 'loading', previous }
  if (isStopped) return { kind: 'stopped', previous }
  if (query.error !== null) return failure(query.error, previous)
  return query.data === undefined ? { kind: 'idle' } : { kind: 'ready', answer: query.data }
}

function failure(error: Error, previous: ChartAnswer | null): ChartState {
  if (error.name === 'AbortError' || error.name === 'CancelledError') return { kind: 'stopped', previous }
  const isAnswer = error instanceof HttpError
  const details = isAnswer ? detailsOf(error) : (error.stack ?? null)
  return {
    kind: 'failed',
    message: isAnswer ? error.message : text('Unexpected error: {{error}}', { error: error.message }),
    details: details && details !== error.message ? details : null,
    previous,
  }
}

const targetOf = (id: unknown) => (typeof id === 'number' ? { target_id: id } : {})

/** Notes how long the data of a chart took. */
async function logged(formData: FormData, answer: Promise<ChartAnswer>): Promise<ChartAnswer> {
  const { durationMs } = await answer
  logActivity({
    event_name: 'load_chart',
    event_type: 'timing',
    duration: Math.round(durationMs),
    ...targetOf(formData.slice_id),
  })
  return answer
}

const detailsOf = ({ errors, body }: HttpError) =>
  [...errors.flatMap(linesOf), stackTraceOf(body) ?? []].flat().join('\n')

/** What an error says, and what the server knows may be the cause. */
function linesOf({ message, extra }: ServerError): readonly string[] {
  const issues = Array.isArray(extra?.issue_codes) ? extra.issue_codes : []
  return [message, ...issues.map((issue: { message?: unknown }) => String(issue.message ?? ''))]
}

const answersLater = () => bootstrap().common.feature_flags.GLOBAL_ASYNC_QUERIES === true

/** A dashboard asks for its charts together; each is drawn when it is there. */
async function batchedAnswer(request: QueryContext, rank: number, signal: AbortSignal): Promise<ChartAnswer> {
  const { body, durationMs } = await batch.ask({ body: encodeQueryContext(request), rank, signal })
  return readAnswer(body, durationMs)
}

/** Where the installation has several host names, the charts of a dashboard are asked under all of them. */
async function sendSpread(body: BatchBody, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  if (!bootstrap().common.conf['SUPERSET_WEBSERVER_DOMAINS']) return sendBatch(body, signal)
  const { sendSharded } = await import('./sharding.ts')
  return sendSharded(body, signal, sendBatch)
}

const ALL_COME = 200

/** Sends the body of a batch; `quiet` leaves a session that has ended for whoever asks next. */
export async function sendBatch(
  body: unknown,
  signal: AbortSignal,
  quiet = false,
): Promise<ReadableStream<Uint8Array>> {
  const response = await http.raw('POST', '/api/v1/chart/data/batch', JSON.stringify(body), {
    signal,
    quiet,
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
  })
  if (response.status !== ALL_COME) throw unexpectedStatus(response.status)
  return response.body ?? new ReadableStream()
}

async function fetchAnswer(request: QueryContext, signal: AbortSignal): Promise<ChartAnswer> {
  const started = performance.now()
  const ask = (until: AbortSignal) =>
    postForAnswer(chartDataPath(request), encodeQueryContext(request), { signal: until })
  const answer = await (answersLater() ? ask(signal) : inTime(signal, ask))
  return readAnswer(answer, performance.now() - started)
}

function chartDataPath(request: QueryContext): string {
  const search = new URLSearchParams()
  const sliceId = request.formData?.slice_id
  if (sliceId !== undefined && sliceId !== null) search.set('form_data', JSON.stringify({ slice_id: sliceId }))
  if (request.force) search.set('force', 'true')
  return search.size === 0 ? '/api/v1/chart/data' : `/api/v1/chart/data?${search}`
}

/** The SQL that a chart would run, one text for each of its queries. */
export async function fetchChartSql(
  formData: FormData,
  parts: Pick<RequestParts, 'extra' | 'timeZone'>,
): Promise<readonly string[]> {
  const request = chartRequest(formData, { ...parts, resultType: 'query' })
  if (request === null) return []
  const body = await http.post<{ result: readonly { query?: string; error?: string }[] }>(
    '/api/v1/chart/data',
    encodeQueryContext(request),
  )
  return body.result.map(({ query, error }) => query ?? error ?? '')
}

/** The rows of a chart as a file. */
export async function fetchChartFile(formData: FormData, parts: RequestParts): Promise<Blob> {
  const request = chartRequest(formData, parts)
  if (request === null) throw new Error('The chart asks for nothing')
  const response = await http.raw('POST', '/api/v1/chart/data', JSON.stringify(encodeQueryContext(request)), {
    headers: { 'content-type': 'application/json', accept: '*/*' },
  })
  return response.blob()
}
