import { z } from 'zod'
import { unzip } from '../../gateway/unzip.server.ts'
import { ImportReport } from '../../resources/kit/transfer.ts'
import { encodeRison } from '../../wire/rison.ts'
import type { Folder } from './folder.ts'

/** The server could not be asked, or refused; the text is for the terminal. */
export class RemoteError extends Error {
  /** Why, by file, where the server named files. */
  readonly byFile: ReadonlyMap<string, string>

  constructor(message: string, byFile: ReadonlyMap<string, string> = new Map(), options?: ErrorOptions) {
    super(message, options)
    this.name = 'RemoteError'
    this.byFile = byFile
  }
}

/** A server that a user has signed in to. */
export interface Remote {
  /** The files of dashboards, by id, slug or uuid; of all that the user sees when none is named. */
  export(dashboards: readonly string[]): Promise<Folder>
  inspect(archive: Buffer, fields: Fields): Promise<z.output<typeof ImportReport>['result']>
  apply(archive: Buffer, fields: Fields): Promise<void>
}
export type Fields = Readonly<Record<string, string>>

const BASE = '/api/v1/dashboard'
const PAGE_SIZE = 100
const Login = z.object({ access_token: z.string() })
const List = z.object({ count: z.number(), result: z.array(z.object({ id: z.number() })) })
const One = z.object({ result: z.object({ id: z.number() }) })

/** How a command proves who uses it. */
export type Proof = { readonly apiKey: string } | { readonly username: string; readonly password: string }

/** Signs in. Throws `RemoteError` for what the server refuses. */
export async function signIn(url: string, proof: Proof): Promise<Remote> {
  const send = sender(url)
  const authorization = `Bearer ${await bearerFor(url, proof)}`
  const ask = (method: string, path: string, body?: FormData) =>
    send(method, path, { headers: { authorization }, ...(body && { body }) })
  return {
    export: async (dashboards) => {
      const ids = dashboards.length > 0 ? await idsOf(ask, dashboards) : await allIds(ask)
      if (ids.length === 0) throw new RemoteError('The server has no dashboards that this user sees.')
      const answer = await ask('GET', `${BASE}/export/?q=${encodeURIComponent(encodeRison(ids))}`)
      const files = await unzip(Buffer.from(await answer.arrayBuffer()))
      return new Map([...files].map(([name, bytes]) => [name, bytes.toString('utf8')]))
    },
    inspect: async (archive, fields) => {
      const answer = await ask('POST', `${BASE}/import/inspect/`, formOf(archive, fields))
      return ImportReport.parse(await answer.json()).result
    },
    apply: async (archive, fields) => {
      await ask('POST', `${BASE}/import/`, formOf(archive, fields))
    },
  }
}

/** An API key, or a token for a name and a password. Throws `RemoteError` for what the server refuses. */
export async function bearerFor(url: string, proof: Proof): Promise<string> {
  if ('apiKey' in proof) return proof.apiKey
  const { username, password } = proof
  const login = await sender(url)('POST', '/api/v1/security/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, provider: 'db' }),
  })
  return Login.parse(await login.json()).access_token
}

type Ask = (method: string, path: string, body?: FormData) => Promise<Response>

async function idsOf(ask: Ask, dashboards: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const key of dashboards) {
    const answer = await ask('GET', `${BASE}/${encodeURIComponent(key)}`).catch((cause: unknown) => {
      throw new RemoteError(`There is no dashboard ${key} that this user sees.`, new Map(), { cause })
    })
    ids.push(One.parse(await answer.json()).result.id)
  }
  return ids
}

async function allIds(ask: Ask): Promise<number[]> {
  const ids: number[] = []
  for (let page = 0; ; page += 1) {
    const q = encodeRison({ page, page_size: PAGE_SIZE, columns: ['id'] })
    const { count, result } = List.parse(await (await ask('GET', `${BASE}/?q=${encodeURIComponent(q)}`)).json())
    ids.push(...result.map(({ id }) => id))
    if (result.length === 0 || ids.length >= count) return [...new Set(ids)]
  }
}

function formOf(archive: Buffer, fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('formData', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'dashboards.zip')
  return form
}

const sender = (url: string) => async (method: string, path: string, init: RequestInit) => {
  const headers = { accept: 'application/json', ...init.headers }
  const answer = await fetch(url + path, { ...init, method, headers, redirect: 'error' }).catch((cause: unknown) => {
    throw new RemoteError(`The server ${url} cannot be reached.`, new Map(), { cause })
  })
  if (answer.ok) return answer
  throw refusal(url, answer.status, await answer.text())
}

const Refusal = z.looseObject({
  message: z.unknown().optional(),
  errors: z
    .array(z.looseObject({ message: z.string(), extra: z.record(z.string(), z.unknown()).nullish() }))
    .optional(),
})

function refusal(url: string, status: number, text: string): RemoteError {
  const parsed = Refusal.safeParse(jsonOf(text))
  const [error] = parsed.data?.errors ?? []
  const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const byFile = Object.entries(error?.extra ?? {}).filter(([file]) => /\.ya?ml$/.test(file))
  if (status === 401) return new RemoteError('The server does not know this user name and password.')
  if (status === 403) return new RemoteError('This user may not do that on the server.')
  if (status === 429) return new RemoteError('The server asks to wait a minute: too many requests.')
  const message = error?.message ?? (parsed.data?.message === undefined ? '' : words(parsed.data.message))
  return new RemoteError(
    message || `The server ${url} answered ${status}.`,
    new Map(byFile.map(([file, value]) => [file, words(value)])),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
