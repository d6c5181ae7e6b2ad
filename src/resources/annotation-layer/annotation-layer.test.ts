import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { httpDate, instantOf, shownInstant } from './when.ts'

const BASE = '/api/v1/annotation_layer'
const TIMES = { start_dttm: '2025-02-01T00:00:00', end_dttm: '2025-02-02T12:30:00.5+02:00' }
let server: TestServer
let admin: TestClient
let gamma: TestClient

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  gamma = await server.user('gamma', ['Gamma'])
})
afterAll(() => server.stop())

const layer = async (name: string) => (await admin.send('POST', `${BASE}/`, { name, descr: 'd' })).json.id as number
const annotate = (id: number, more: Record<string, unknown>) =>
  admin.send('POST', `${BASE}/${id}/annotation/`, { ...TIMES, short_descr: 'launch', ...more })

it('keeps layers and their annotations, with times in UTC', async () => {
  const id = await layer('releases')
  const made = await annotate(id, { long_descr: 'long', json_metadata: '{"a":1}' })
  expect(made.status).toBe(201)
  expect(made.json.result).toMatchObject({ layer: id, end_dttm: 'Sun, 02 Feb 2025 10:30:00 GMT' })
  const at = `${BASE}/${id}/annotation/${made.json.id}`
  expect((await admin.send('PUT', at, { long_descr: null })).json.result).toEqual({ layer: id, long_descr: null })
  expect((await admin.send('GET', at)).json).toEqual({
    id: made.json.id,
    result: {
      id: made.json.id,
      short_descr: 'launch',
      long_descr: null,
      start_dttm: '2025-02-01T00:00:00',
      end_dttm: '2025-02-02T10:30:00.500',
      json_metadata: '{"a":1}',
      layer: { id, name: 'releases' },
    },
  })
  const found = async (text: string) =>
    (
      await admin.send(
        'GET',
        `${BASE}/${id}/annotation/?q=(filters:!((col:short_descr,opr:annotation_all_text,value:${text})))`,
      )
    ).json.count
  expect([await found('LAUN'), await found('nothing')]).toEqual([1, 0])
})

it('lists only the annotations of the layer', async () => {
  const [one, two] = [await layer('one'), await layer('two')]
  const { id } = (await annotate(one, {})).json
  expect((await admin.send('GET', `${BASE}/${two}/annotation/`)).json).toMatchObject({ count: 0, result: [] })
  for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const)
    expect((await admin.send(method, `${BASE}/${two}/annotation/${id}`, body)).status).toBe(404)
  expect((await admin.send('DELETE', `${BASE}/${two}/annotation/?q=!(${id})`)).status).toBe(404)
  expect((await admin.send('GET', `${BASE}/999999/annotation/`)).status).toBe(404)
  expect((await admin.send('GET', `${BASE}/${one}/annotation/`)).json.ids).toEqual([id])
})

it('deletes a layer only when it is empty', async () => {
  const id = await layer('full')
  const first = (await annotate(id, {})).json.id
  const second = (await annotate(id, { short_descr: 'other' })).json.id
  for (const path of [`${BASE}/${id}`, `${BASE}/?q=!(${id})`]) {
    const answer = await admin.send('DELETE', path)
    expect([answer.status, typeof answer.json.message]).toEqual([422, 'string'])
  }
  const gone = await admin.send('DELETE', `${BASE}/${id}/annotation/?q=!(${first},${second},${first})`)
  expect(gone.json).toEqual({ message: 'Deleted 2 annotations' })
  expect((await admin.send('DELETE', `${BASE}/${id}`)).json).toEqual({ message: 'OK' })
  expect((await admin.send('GET', `${BASE}/${id}`)).status).toBe(404)
})

it('refuses what is wrong, with its field', async () => {
  const id = await layer('strict')
  const fields = async (more: Record<string, unknown>) => {
    const { status, json } = await annotate(id, more)
    return [status, Object.keys(json.message)]
  }
  for (const start_dttm of ['nope', '2025-02-30', '2025-13-01', '', 5, null])
    expect([start_dttm, await fields({ start_dttm })]).toEqual([start_dttm, [400, ['start_dttm']]])
  expect(await fields({ end_dttm: '2025-01-01' })).toEqual([422, ['start_dttm']])
  expect(await fields({ short_descr: 'x'.repeat(501) })).toEqual([400, ['short_descr']])
  expect(await fields({ json_metadata: '{' })).toEqual([400, ['json_metadata']])
  const made = (await annotate(id, {})).json.id
  expect(await fields({})).toEqual([422, ['short_descr']])
  const early = await admin.send('PUT', `${BASE}/${id}/annotation/${made}`, { end_dttm: '2024-01-01' })
  expect([early.status, Object.keys(early.json.message)]).toEqual([422, ['start_dttm']])
  expect((await admin.send('POST', `${BASE}/`, { name: 'strict' })).status).toBe(422)
  expect((await admin.send('POST', `${BASE}/`, { name: 'n'.repeat(251) })).status).toBe(400)
})

it('filters annotations by the layer that they are of', async () => {
  const id = await layer('filtered')
  await annotate(id, {})
  const count = async (filter: string) =>
    (await admin.send('GET', `${BASE}/${id}/annotation/?q=(filters:!((col:layer,${filter})))`)).json.count
  expect([
    await count(`opr:rel_o_m,value:${id}`),
    await count('opr:rel_o_m,value:99999'),
    await count(`opr:nrel_o_m,value:${id}`),
  ]).toEqual([1, 0, 0])
})

it('is closed to those who may not read annotations', async () => {
  const id = await layer('closed')
  expect((await gamma.send('GET', `${BASE}/${id}/annotation/`)).status).toBe(403)
  expect((await gamma.send('POST', `${BASE}/${id}/annotation/`, TIMES)).status).toBe(403)
})

it('reads times with and without a zone, and writes them as they are asked for', () => {
  expect(instantOf('2025-02-01')).toBe('2025-02-01T00:00:00.000Z')
  expect(instantOf('2025-02-01 10:20')).toBe('2025-02-01T10:20:00.000Z')
  expect(instantOf('2025-02-01T10:20:30-0130')).toBe('2025-02-01T11:50:30.000Z')
  expect(instantOf('2025-02-29')).toBeNull()
  expect(shownInstant('2025-02-01T00:00:00.000Z')).toBe('2025-02-01T00:00:00')
  expect(httpDate('2025-02-01T00:00:00.000Z')).toBe('Sat, 01 Feb 2025 00:00:00 GMT')
})
