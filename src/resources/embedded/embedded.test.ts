import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedStage, embeddedStage, SUM } from '../../../test/embedded-stage.ts'
import type { TestClient } from '../../../test/server.ts'
import { readGuestToken } from '../kit/guest-tokens.server.ts'

let all: EmbeddedStage
let guest: TestClient
beforeAll(async () => {
  all = await embeddedStage()
  guest = await all.guest([])
})
afterAll(() => all.server.stop())

describe('a guest of an embedded dashboard', () => {
  it('sees it, its charts and their answers, without the words of the database', async () => {
    const { json } = await all.ask(guest, {})
    expect(json.result[0].data).toEqual([
      { word: 'w2', sum: 15 },
      { word: 'w1', sum: 12 },
      { word: 'w0', sum: 9 },
    ])
    expect(json.result[0]).not.toHaveProperty('query')
    const batch = { requests: [{ id: 'a', body: all.question({}) }] }
    const answer = await guest.send('POST', '/api/v1/chart/data/batch', batch)
    expect(answer.text).toContain('"status":200')
    expect(answer.text).not.toContain('SELECT')
    for (const part of ['', '/charts', '/tabs'])
      expect((await guest.send('GET', `/api/v1/dashboard/${all.dashboard}${part}`)).status).toBe(200)
    expect((await guest.send('GET', `/api/v1/embedded_dashboard/${all.uuid}`)).json.result).toMatchObject({
      uuid: all.uuid,
      dashboard_id: String(all.dashboard),
    })
  })

  it('learns of the dataset what the dashboard shows, and not where it comes from', async () => {
    const { json, text } = await guest.send('GET', `/api/v1/dashboard/${all.dashboard}/datasets`)
    const [dataset] = json.result
    expect(dataset.columns.map((one: { column_name: string }) => one.column_name)).toEqual(['word', 'n', 'at'])
    expect(dataset).toMatchObject({ select_star: null, perm: null, schema: null, database: null })
    for (const secret of ['secret', 'Hidden table', 'data_of_tenants']) expect(text).not.toContain(secret)
  })

  it('sees no people behind it', async () => {
    const one = `/api/v1/dashboard/${all.dashboard}`
    for (const path of [one, `${one}/datasets`, '/api/v1/dashboard/']) {
      const answer = await guest.send('GET', path)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('@')
    }
  })

  it('is who its token says', async () => {
    expect((await guest.send('GET', '/api/v1/me/')).json.result).toEqual({
      username: 'visitor',
      first_name: 'Vi',
      last_name: 'Sitor',
      is_active: true,
      is_anonymous: false,
    })
    const { roles } = (await guest.send('GET', '/api/v1/me/roles/')).json.result
    expect(Object.keys(roles)).toEqual(['Guest'])
  })

  it('reaches no other dashboard, dataset, chart or list', async () => {
    const lists = ['/api/v1/chart/', '/api/v1/dataset/']
    for (const path of lists) expect((await guest.send('GET', path)).json.count).toBe(0)
    expect((await guest.send('GET', '/api/v1/dashboard/')).json.ids).toEqual([all.dashboard])
    for (const path of [`/api/v1/dashboard/${all.other}`, `/api/v1/embedded_dashboard/${crypto.randomUUID()}`])
      expect((await guest.send('GET', path)).status).toBe(404)
    for (const path of [
      `/api/v1/chart/${all.chart}`,
      `/api/v1/dataset/${all.dataset}`,
      '/api/v1/database/',
      '/sqllab/',
    ])
      expect((await guest.send('GET', path)).status).toBe(403)
    expect((await all.ask(guest, {}, { slice_id: all.chart, dashboardId: all.other })).status).toBe(403)
  })

  it('narrows by filters of the dashboard and by marks of its charts, and reads the choices of the filters', async () => {
    const narrowed = await all.ask(guest, { filters: [{ col: 'word', op: 'IN', val: ['w1'] }] })
    expect(narrowed.json.result[0].data).toEqual([{ word: 'w1', sum: 12 }])
    const choices = { columns: ['word'], metrics: [], orderby: [['word', true]] }
    const form = { native_filter_id: 'NATIVE_FILTER-w', dashboardId: all.dashboard }
    expect((await all.ask(guest, choices, form)).json.result[0].rowcount).toBe(3)
    expect((await all.ask(guest, { ...choices, columns: ['secret'] }, form)).status).toBe(403)
  })

  it.each<[string, object]>([
    ['another column', { columns: ['secret'] }],
    ['another column as SQL', { columns: [{ expressionType: 'SQL', sqlExpression: 'secret', label: 'word' }] }],
    ['another metric', { metrics: [{ ...SUM, aggregate: 'MAX' }] }],
    ['SQL as a metric', { metrics: [{ expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'sum' }] }],
    ['rows that are not grouped', { metrics: undefined, orderby: [] }],
    ['another order', { orderby: [['secret', true]] }],
    ['a filter by another column', { filters: [{ col: 'secret', op: '==', val: 's1' }] }],
    ['a condition of its own', { extras: { where: "secret = 's1'" } }],
    ['another time column', { granularity: 'secret' }],
    ['the statement', { result_type: 'query' }],
    ['raw rows', { result_type: 'samples' }],
    ['columns of the dataset', { result_type: 'columns' }],
    [
      'annotations that the chart does not have',
      { annotation_layers: [{ name: 'a', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1, show: true }] },
    ],
    [
      'another chart as annotations',
      { annotation_layers: [{ name: 'a', annotationType: 'EVENT', sourceType: 'table', value: 1, show: true }] },
    ],
  ])('is refused %s', async (_name, query) => {
    const answer = await all.ask(guest, query)
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('Hidden')
  })

  it('changes nothing', async () => {
    const path = `/api/v1/dashboard/${all.dashboard}`
    const { result: token } = (await guest.send('GET', '/api/v1/security/csrf_token/')).json
    expect((await guest.send('PUT', path, { published: false })).status).toBe(400)
    expect((await guest.send('PUT', path, { published: false }, { 'x-csrftoken': token })).status).toBe(403)
    expect((await guest.send('DELETE', `${path}/embedded`, undefined, { 'x-csrftoken': token })).status).toBe(403)
    expect((await guest.send('PUT', '/api/v1/me/', { first_name: 'x' }, { 'x-csrftoken': token })).status).toBe(403)
    const link = await guest.send('POST', `${path}/permalink`, {}, { 'x-csrftoken': token })
    expect(link.status).toBe(201)
    expect((await guest.send('GET', `/api/v1/dashboard/permalink/${link.json.key}`)).status).toBe(200)
  })

  it('has none of the rights of a session or a bearer token that come with its own', async () => {
    const { admin } = all
    const both = { cookie: admin.cookie, 'x-csrftoken': admin.csrf }
    expect((await guest.send('GET', '/api/v1/database/', undefined, both)).status).toBe(403)
  })
})

describe('rules of a token', () => {
  it('hold for every dataset, or for the one that they name', async () => {
    const everywhere = await all.guest([{ clause: "word <> 'w2'" }])
    const named = await all.guest([{ dataset: all.dataset, clause: "word = 'w0' OR word = 'w1'" }])
    const elsewhere = await all.guest([{ dataset: 99_999, clause: '1 = 0' }])
    const words = async (client: TestClient) =>
      (await all.ask(client, {})).json.result[0].data.map((row: { word: string }) => row.word)
    expect(await words(everywhere)).toEqual(['w1', 'w0'])
    expect(await words(named)).toEqual(['w1', 'w0'])
    expect(await words(elsewhere)).toEqual(['w2', 'w1', 'w0'])
    expect(await words(guest)).toEqual(['w2', 'w1', 'w0'])
  })

  it('are kept beside those of the product', async () => {
    const rule = { name: 'base', filter_type: 'Base', tables: [all.dataset], roles: [], clause: "word <> 'w1'" }
    const { json } = await all.admin.send('POST', '/api/v1/rowlevelsecurity/', rule)
    const limited = await all.guest([{ clause: "word <> 'w2'" }])
    const { result } = (await all.ask(limited, {})).json
    await all.admin.send('DELETE', `/api/v1/rowlevelsecurity/${json.id}`)
    expect(result[0].data).toEqual([{ word: 'w0', sum: 9 }])
  })

  it('hold in the question of a virtual dataset for the table that they name', async () => {
    const limited = await all.guest([{ dataset: all.dataset, clause: "word = 'w1'" }])
    const { json } = await all.ask(limited, {}, { slice_id: all.virtualChart, dashboardId: all.dashboard }, all.virtual)
    expect(json.result[0].data).toEqual([{ word: 'w1', sum: 12 }])
  })

  it('give no answer when they name what there is not, and say nothing of it', async () => {
    const broken = await all.guest([{ clause: 'no_such_column = 1' }])
    const answer = await all.ask(broken, {})
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toMatch(/no_such_column|Hidden|secret/)
  })

  it.each(['1 = 1) OR (1 = 1', "word = 'w", 'word = 1; drop table t', '', '/* open'])(
    'are refused in the form %s',
    async (clause) => {
      expect((await all.token([{ clause }])).status).toBe(400)
    },
  )
})

describe('a guest token', () => {
  it.each<[string, object]>([
    ['no rules', { resources: [], rls: undefined }],
    ['no dashboards', { resources: [] }],
    ['an unknown dashboard', { resources: [{ type: 'dashboard', id: crypto.randomUUID() }] }],
    ['what is no uuid', { resources: [{ type: 'dashboard', id: 'x' }] }],
    ['another kind', { resources: [{ type: 'chart', id: '1' }] }],
  ])('is not given for %s', async (_name, body) => {
    const answer = await all.admin.send('POST', '/api/v1/security/guest_token/', { user: {}, rls: [], ...body })
    expect(answer.status).toBe(400)
  })

  it('is given only by those who may', async () => {
    const gamma = await all.server.user('gamma', ['Gamma'])
    const body = { user: {}, resources: [{ type: 'dashboard', id: all.uuid }], rls: [] }
    expect((await gamma.send('POST', '/api/v1/security/guest_token/', body)).status).toBe(403)
    expect((await guest.send('POST', '/api/v1/security/guest_token/', body)).status).toBe(400)
  })

  it('lasts five minutes', async () => {
    const payload = JSON.parse(Buffer.from(all.tokenOf(guest).split('.')[1] ?? '', 'base64url').toString())
    expect(payload.exp - payload.iat).toBe(300)
    expect(payload).toMatchObject({ type: 'guest', user: { username: 'visitor' }, rls_rules: [] })
  })

  it('is worth nothing when it was changed, is of another kind or signed by somebody else', async () => {
    const [head = '', body = '', signature = ''] = all.tokenOf(guest).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const login = { username: 'admin', password: 'Correct-horse-9-battery', provider: 'db' }
    const { access_token } = (await all.server.anonymous.send('POST', '/api/v1/security/login', login)).json
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another key of thirty-two bytes or more'))
    const tokens = [
      `${head}.${encoded({ ...claims, rls_rules: [], exp: claims.exp + 9_999 })}.${signature}`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`,
      access_token,
      foreign,
      'nonsense',
    ]
    for (const token of tokens) {
      const client = all.clientOf(token)
      const answer = await client.send('GET', `/api/v1/dashboard/${all.dashboard}`)
      expect([answer.status, answer.json], token).toEqual([401, { msg: 'Missing Authorization Header' }])
      expect((await all.ask(client, {})).status).toBe(401)
    }
  })

  it('is recorded in the audit log', async () => {
    await expect
      .poll(async () =>
        all.server.server.services.db
          .selectFrom('audit')
          .select('action')
          .where('action', '=', 'grant guest token')
          .execute(),
      )
      .not.toEqual([])
  })
})

it('ends with its time', async () => {
  const stage = await embeddedStage({ SIGHTLINE_NOW: '2025-06-01T12:00:00Z', GUEST_TOKEN_JWT_EXP_SECONDS: '60' })
  const token = stage.tokenOf(await stage.guest([]))
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(exp - iat).toBe(60)
  const { services } = stage.server.server
  const at = (now: string) => readGuestToken({ ...services, now: () => new Date(now) }, token)
  expect(await at('2025-06-01T12:00:59Z')).toMatchObject({ user: { username: 'visitor' } })
  expect(await at('2025-06-01T12:01:01Z')).toBeNull()
  await stage.server.stop()
})
