import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { endpoints } from '../../resources/endpoints.server.ts'
import { routes } from '../../resources/routes.ts'
import type { RouteShape } from '../../wire/route.ts'
import { GUEST_ROUTES, opensToGuests } from './guest-routes.ts'
import { ROLES } from './roles.ts'

/** AN nobody, GU the guest of an embedded dashboard, GA Gamma, GS Gamma and sql_lab, AL Alpha, AD Admin (reference: reliability-security B7). */
const PRINCIPALS = {
  AN: null,
  GU: ['Guest'],
  GA: ['Gamma'],
  GS: ['Gamma', 'sql_lab'],
  AL: ['Alpha'],
  AD: ['Admin'],
} as const
type Principal = keyof typeof PRINCIPALS
const NAMES = Object.keys(PRINCIPALS) as Principal[]
const FILE = 'src/server/access/matrix.csv'
const WITHOUT_TOKEN = [
  'POST /login/',
  'POST /first-start/',
  'POST /api/v1/first_start/',
  'POST /api/v1/security/login',
  'POST /api/v1/security/refresh',
  'POST /api/v1/chart/data',
  'POST /api/v1/chart/data/batch',
  'POST /api/v1/query/',
  'POST /datasource/samples',
  'POST /sqllab/',
  'POST /superset/explore_json/',
  'POST /superset/log/',
]
const HEADER = `method,path,needs,object,${NAMES.join(',')}`

let server: TestServer
const clients = new Map<Principal, TestClient>()
beforeAll(async () => {
  server = await startServer()
  for (const name of NAMES) {
    const roles = PRINCIPALS[name]
    if (roles === null) clients.set(name, server.anonymous)
    else if (name === 'GU') clients.set(name, await guestOf(server))
    else clients.set(name, name === 'AD' ? await server.login() : await server.user(name.toLowerCase(), roles))
  }
})
afterAll(() => server.stop())

describe('every route', () => {
  test('is described in routes.ts, and nothing else is', () => {
    const key = (route: RouteShape) => `${route.method} ${route.path}`
    expect(
      endpoints(server.server.services)
        .map((e) => key(e.route))
        .sort(),
    ).toEqual(routes.map(key).sort())
  })

  test('says what it needs and which object rule it keeps; an open one says why', () => {
    for (const route of routes) {
      expect(route.object, route.path).toMatch(/^(none|listed|visible|owned)$/)
      expect(route.needs, route.path).toBeTruthy()
      if (route.needs === 'anyone') expect(route.summary, route.path).toMatch(/open to anyone|leads on/)
    }
  })

  test('asks for a CSRF token unless it changes nothing or carries a proof of its own', () => {
    const open = routes.filter((route) => route.method !== 'GET' && route.csrf === false)
    expect(open.map((route) => `${route.method} ${route.path}`).filter((key) => !WITHOUT_TOKEN.includes(key))).toEqual(
      [],
    )
  })

  test('needs a pair that some role holds', () => {
    const held = new Set((ROLES['Admin'] ?? []).map((pair) => pair.join(' on ')))
    const unknown = routes.filter((route) => Array.isArray(route.needs) && !held.has(route.needs.join(' on ')))
    expect(unknown.map((route) => `${route.needs} of ${route.method} ${route.path}`)).toEqual([])
  })

  test('answers each principal as the matrix says', async () => {
    const rows: string[] = []
    for (const route of routes) rows.push(await rowOf(route))
    const text = `${[HEADER, ...rows.sort()].join('\n')}\n`
    if (process.env['SIGHTLINE_WRITE_MATRIX']) writeFileSync(FILE, text)
    expect(text.split('\n')).toEqual(readFileSync(FILE, 'utf8').split('\n'))
  }, 120_000)

  test('is open to guests only where the list says so', () => {
    const all = routes.map((route) => `${route.method} ${route.path}`)
    expect(GUEST_ROUTES.filter((one) => !all.includes(one))).toEqual([])
    for (const { route, statuses } of matrix())
      if (opensToGuests(route)) expect([401, 403], route.path).not.toContain(statuses.GU)
      else if (route.needs !== 'anyone') expect(statuses.GU, route.path).toBe(403)
  })

  test('refuses whoever lacks the pair, and nobody else', () => {
    const guarded = matrix().filter(({ route }) => Array.isArray(route.needs) && route.csrf !== false)
    for (const { route, statuses } of guarded)
      for (const name of NAMES) {
        const isHeld = holds(name, route.needs as readonly [string, string]) && isOpenTo(name, route)
        expect(isRight(name, isHeld, statuses[name]), `${route.method} ${route.path} as ${name}`).toBe(true)
      }
  })
})

/** The guest of a dashboard that is made and embedded for it. */
async function guestOf({ login, anonymous }: TestServer): Promise<TestClient> {
  const admin = await login()
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Embedded' })).json
  const { uuid } = (await admin.send('POST', `/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] })).json.result
  const body = { user: { username: 'guest' }, resources: [{ type: 'dashboard', id: uuid }], rls: [] }
  const { token } = (await admin.send('POST', '/api/v1/security/guest_token/', body)).json
  const proof = { 'x-guesttoken': token, 'x-csrftoken': '' }
  const { result } = (await anonymous.send('GET', '/api/v1/security/csrf_token/', undefined, proof)).json
  proof['x-csrftoken'] = result
  return { ...anonymous, send: (method, path, json) => anonymous.send(method, path, json, proof) }
}

const isOpenTo = (name: Principal, route: RouteShape) => name !== 'GU' || opensToGuests(route)

function isRight(name: Principal, isHeld: boolean, status: number): boolean {
  if (name === 'AN') return [302, 400, 401].includes(status)
  return isHeld ? status !== 401 : status === 403
}

function holds(name: Principal, [permission, view]: readonly [string, string]): boolean {
  return (PRINCIPALS[name] ?? []).some((role) =>
    ROLES[role]?.some((pair) => pair[0] === permission && pair[1] === view),
  )
}

/** The statuses for an object that does not exist and an empty body: what is decided before anything is touched. */
async function rowOf(route: RouteShape): Promise<string> {
  const statuses: number[] = []
  for (const name of NAMES) {
    const client = route.path === '/logout/' && name !== 'AN' ? await server.login() : clients.get(name)
    const path = route.path.replace(/\{(\w+)\}/g, '999999')
    const answer = await client?.send(route.method, path, route.method === 'GET' ? undefined : {})
    expect(answer?.status, `${name} ${route.method} ${path}: ${answer?.text.slice(0, 300)}`).toBeLessThan(500)
    statuses.push(answer?.status ?? 0)
  }
  const needs = Array.isArray(route.needs) ? route.needs.join(' on ') : String(route.needs)
  return [route.method, route.path, needs, route.object, ...statuses].join(',')
}

function matrix() {
  const [, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [method, path, , , ...statuses] = line.split(',')
    const route = routes.find((r) => r.method === method && r.path === path)
    if (!route) throw new Error(`the matrix has a row without a route: ${line}`)
    return {
      route,
      statuses: Object.fromEntries(NAMES.map((name, i) => [name, Number(statuses[i])])) as Record<Principal, number>,
    }
  })
}
