import { parseJson } from '../../kernel/parse-json.ts'
import { randomUuid } from '../../kernel/random-id.ts'

export interface ServerError {
  readonly message: string
  readonly error_type: string
  readonly level: string
  readonly extra: Readonly<Record<string, unknown>> | null
}

/** A request that failed. `message` is ready to show. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: readonly ServerError[]
  /** Texts by field, where the server named fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The parsed body, for callers that read more of it. */
  readonly body: unknown

  constructor(status: number, message: string, parts: Partial<Pick<HttpError, 'errors' | 'fields' | 'body'>> = {}) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.errors = parts.errors ?? []
    this.fields = parts.fields ?? {}
    this.body = parts.body
  }
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Do not show the sign-in overlay on 401. */
  readonly quiet?: boolean | undefined
  /** The request goes on where the page goes away. Browsers take 64 kB of such bodies at once. */
  readonly keepalive?: boolean | undefined
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Request timed out',
  422: 'Invalid input',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
  599: 'Network error',
}
export const SESSION_TIMED_OUT = 'Your session timed out. Sign in again to go on.'
const NETWORK_STATUS = 599
const UNREADABLE = '?'

let csrfToken = ''
let guestToken: string | null = null
let handleSignedOut: () => void = () => {}

/** Called once at start: the CSRF token of the page and what to do when the session is gone. */
export function configureHttp(options: { csrfToken: string; onSignedOut: () => void }): void {
  csrfToken = options.csrfToken
  handleSignedOut = options.onSignedOut
}

/** After signing in again, the session and its token are others. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

/** The token of the guest who looks at an embedded dashboard; null for everybody else. */
export const currentGuestToken = (): string | null => guestToken

export function setGuestToken(token: string): void {
  guestToken = token
}

export const http = {
  get: <T = unknown>(path: string, options?: RequestOptions) => json<T>('GET', path, undefined, options),
  post: <T = unknown>(path: string, body?: unknown, options?: RequestOptions) =>
    COLLECTION.test(path) ? once<T>(path, body, options) : json<T>('POST', path, body, options),
  put: <T = unknown>(path: string, body?: unknown, options?: RequestOptions) => json<T>('PUT', path, body, options),
  delete: <T = unknown>(path: string, options?: RequestOptions) => json<T>('DELETE', path, undefined, options),
  /** Sends fields as an HTML form does; values that are no text travel as JSON. */
  form: <T = unknown>(path: string, fields: Readonly<Record<string, unknown>>, options?: RequestOptions) =>
    read<T>('POST', path, formBody(fields), options),
  /** Sends files. */
  upload: <T = unknown>(path: string, body: FormData, options?: RequestOptions) => read<T>('POST', path, body, options),
  /** The answer itself, for downloads and streams; failures throw as elsewhere. */
  raw: (method: string, path: string, body?: BodyInit | null, options?: RequestOptions) =>
    send(method, path, body, options),
}

const json = <T>(method: string, path: string, body: unknown, options?: RequestOptions) =>
  read<T>(method, path, body === undefined ? undefined : JSON.stringify(body), {
    ...options,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options?.headers },
  })

/** What is posted to a collection is created there. */
const COLLECTION = /^\/api\/v1\/(security\/)?\w+\/$/
/** Keys of creations that nobody answered, by what was sent: sent again, they are done once. */
const unanswered = new Map<string, string>()

async function once<T>(path: string, body: unknown, options?: RequestOptions): Promise<T> {
  const request = path + JSON.stringify(body)
  const key = unanswered.get(request) ?? randomUuid()
  unanswered.set(request, key)
  try {
    const answer = await json<T>('POST', path, body, {
      ...options,
      headers: { ...options?.headers, 'idempotency-key': key },
    })
    unanswered.delete(request)
    return answer
  } catch (error) {
    if (error instanceof HttpError && error.status < 502) unanswered.delete(request)
    throw error
  }
}

async function read<T>(method: string, path: string, body?: BodyInit | null, options?: RequestOptions): Promise<T> {
  const response = await send(method, path, body, options)
  const text = await response.text().catch((error: unknown) => failedOnTheWay(error, options))
  return bodyOf(text) as T
}

async function send(
  method: string,
  path: string,
  body?: BodyInit | null,
  options: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    body: body ?? null,
    signal: options.signal ?? null,
    credentials: 'same-origin',
    keepalive: options.keepalive ?? false,
    headers: { ...ownHeaders(method), ...options.headers },
  }).catch((error: unknown) => failedOnTheWay(error, options))
  if (response.ok) return response
  throw failureOf(response.status, await response.text().catch(() => UNREADABLE), options)
}

/** The headers that every request of the page carries. */
export function ownHeaders(method: string): Readonly<Record<string, string>> {
  const csrf = method === 'GET' || csrfToken === '' ? {} : { 'X-CSRFToken': csrfToken }
  const guest = guestToken === null ? {} : { 'X-GuestToken': guestToken }
  return { accept: 'application/json', ...csrf, ...guest }
}

/** The failure that an answer tells; a session that is gone is asked for again. */
export function failureOf(status: number, text: string, options: RequestOptions = {}): HttpError {
  const error = errorOf(status, bodyOf(text))
  if (!options.quiet && isSignedOut(error)) handleSignedOut()
  return error
}

/** Aborted work stays an abort; anything else that ends on the way is the network. */
function failedOnTheWay(error: unknown, options?: RequestOptions): never {
  if (options?.signal?.aborted) throw error
  throw networkFailure()
}

/** The failure of a request that no answer came to. */
export const networkFailure = (): HttpError => new HttpError(NETWORK_STATUS, 'Network error')

/** Whether no answer came: the request may have reached the server all the same. */
export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof HttpError && error.status === NETWORK_STATUS

const isSignedOut = (error: HttpError): boolean => error.status === 401 || error.message === SESSION_TIMED_OUT

function bodyOf(text: string): unknown {
  if (text === '') return null
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function formBody(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return body
}

/** Reads the three shapes in which the server tells a failure; a body that is a text could not be read. */
export function errorOf(status: number, body: unknown): HttpError {
  const ofStatus = STATUS_TEXT[status] ?? 'Unknown error'
  if (!isRecord(body)) {
    // A gateway answers in HTML, and its status says more than its page.
    const isKnown = body === null || status > 500
    return new HttpError(status, isKnown ? ofStatus : 'An error occurred', { body })
  }
  const told = serverErrors(body.errors)
  const fields = fieldTexts(body.message ?? body.error)
  const own = [told[0]?.message, ...Object.values(fields).flat(), body.message, body.error, body.msg]
  const message = own.find((one) => typeof one === 'string' && one !== '') as string | undefined
  const fallback = status === 400 && isRecord(body.message) ? 'Invalid input' : ofStatus
  const text = readable(message ?? fallback)
  const errors = told.map((one) => (one.message === '' ? { ...one, message: text } : one))
  return new HttpError(status, text, { errors, fields, body })
}

const readable = (message: string): string => (/csrf/i.test(message) ? SESSION_TIMED_OUT : message)

function serverErrors(value: unknown): readonly ServerError[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((one) => ({
    message: readable(String(one.message ?? '')),
    error_type: String(one.error_type ?? 'GENERIC_BACKEND_ERROR'),
    level: String(one.level ?? 'error'),
    extra: isRecord(one.extra) ? one.extra : null,
  }))
}

function fieldTexts(value: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([field, texts]) => [field, textsIn(texts)]))
}

/** The texts in a value, however deep: errors of a list are told by the places in it. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
