import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '../src/server/settings.ts'
import { type RunningServer, startServer as start } from '../src/server/start-server.ts'

export const ADMIN = { username: 'admin', password: 'Correct-horse-9-battery' } as const

/** Tests leave queries behind that have no end. */
const GRACE_MS = 2_500

export interface TestClient {
  /** Sends with the session's cookie and CSRF token; `json` as the body. */
  send(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  readonly base: string
  readonly cookie: string
  readonly csrf: string
}
export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}
export interface TestServer {
  readonly base: string
  readonly dataDir: string
  readonly server: RunningServer
  readonly anonymous: TestClient
  login(username?: string, password?: string): Promise<TestClient>
  /** Creates a user with roles through the API and signs in. */
  user(username: string, roles: readonly string[]): Promise<TestClient>
  stop(): Promise<void>
}
export interface TestServerOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Kept after `stop` when given. */
  readonly dataDir?: string
  readonly hasExamples?: boolean
}

/** A real server in this process on a free port, with a data directory of its own and an administrator. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'sightline-test-')))
  const args = [
    '--port',
    '0',
    '--data',
    dataDir,
    ...(options.hasExamples ? [] : ['--no-examples']),
    ...(options.args ?? []),
  ]
  const env = {
    SIGHTLINE_ADMIN_USERNAME: ADMIN.username,
    SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
    SIGHTLINE_NO_RATE_LIMITS: '1',
    ...options.env,
  }
  const command = readCommand(args, env)
  if (command.kind !== 'serve') throw new Error('the options do not start a server')
  const server = await start(command.settings)
  const { base } = server
  const login = (username: string = ADMIN.username, password: string = ADMIN.password) =>
    signIn(base, username, password)
  return {
    base,
    dataDir,
    server,
    anonymous: client(base, '', ''),
    login,
    user: async (username, roles) => {
      const admin = await login()
      const known = (await admin.send('GET', '/api/v1/security/roles/?q=(page_size:100)')).json.result as {
        id: number
        name: string
      }[]
      const answer = await admin.send('POST', '/api/v1/security/users/', {
        username,
        first_name: username,
        last_name: 'Test',
        email: `${username}@example.com`,
        password: ADMIN.password,
        active: true,
        roles: known.filter((role) => roles.includes(role.name)).map((role) => role.id),
      })
      if (answer.status !== 201) throw new Error(`user ${username}: ${answer.status} ${answer.text}`)
      return login(username)
    },
    stop: async () => {
      await server.stop(AbortSignal.timeout(GRACE_MS))
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs in as a script does. Throws where that is refused. */
export async function signIn(base: string, username: string, password: string): Promise<TestClient> {
  const answer = await fetch(`${base}/login/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ username, password }),
  })
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const { result } = (await (await fetch(`${base}/api/v1/security/csrf_token/`, { headers: { cookie } })).json()) as {
    result: string
  }
  return client(base, cookie, result)
}

function client(base: string, cookie: string, csrf: string): TestClient {
  return {
    base,
    cookie,
    csrf,
    send: async (method, path, json, headers = {}) => {
      const answer = await fetch(base + path, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(cookie !== '' && { cookie, 'x-csrftoken': csrf }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, json: parsed(text) }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
