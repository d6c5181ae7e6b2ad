import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/css_template'
let server: TestServer
let alpha: TestClient
let gamma: TestClient

beforeAll(async () => {
  server = await startServer()
  alpha = await server.user('alpha', ['Alpha'])
  gamma = await server.user('gamma', ['Gamma'])
})
afterAll(() => server.stop())

const make = async (template_name: string, css: string) =>
  (await alpha.send('POST', `${BASE}/`, { template_name, css })).json.id as number

it('keeps templates that others may read but not change', async () => {
  const id = await make('wide', '.a { width: 100% }')
  expect((await alpha.send('PUT', `${BASE}/${id}`, { css: null })).json.result).toEqual({
    template_name: 'wide',
    css: '',
  })
  const { result } = (await gamma.send('GET', `${BASE}/${id}`)).json
  expect(result).toMatchObject({ id, template_name: 'wide', css: '', created_by: { first_name: 'alpha' } })
  for (const [method, path] of [
    ['POST', `${BASE}/`],
    ['PUT', `${BASE}/${id}`],
    ['DELETE', `${BASE}/${id}`],
    ['DELETE', `${BASE}/?q=!(${id})`],
  ] as const)
    expect((await gamma.send(method, path, {})).status).toBe(403)
})

it('finds templates by any of their texts', async () => {
  await make('narrow', '.b { width: 10% }')
  const find = async (text: string) =>
    (
      await gamma.send(
        'GET',
        `${BASE}/?q=${encodeURIComponent(`(filters:!((col:template_name,opr:css_template_all_text,value:'${text}')))`)}`,
      )
    ).json.count
  expect([await find('NARROW'), await find('10%'), await find('1_%')]).toEqual([1, 1, 0])
})

it('refuses what is wrong, with its field, and deletes all or nothing', async () => {
  const bad = await alpha.send('POST', `${BASE}/`, { template_name: 'n'.repeat(251), css: 1, more: 1 })
  expect([bad.status, Object.keys(bad.json.message).sort()]).toEqual([422, ['css', 'more', 'template_name']])
  const ids = [await make('x', ''), await make('y', '')]
  expect((await alpha.send('DELETE', `${BASE}/?q=!(${ids.join(',')},999999)`)).status).toBe(404)
  expect((await alpha.send('DELETE', `${BASE}/?q=!(${ids.join(',')})`)).json.message).toBe('Deleted 2 css templates')
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await alpha.send(method, `${BASE}/${ids[0]}`, method === 'PUT' ? {} : undefined)).status).toBe(404)
})

it('offers a filter by uuid that no template meets, since none has one', async () => {
  await make('named', '.n {}')
  const count = async (opr: string) => {
    const answer = await alpha.send('GET', `${BASE}/?q=(filters:!((col:uuid,opr:${opr},value:a)))`)
    return [answer.status, answer.json.count]
  }
  for (const opr of ['eq', 'ct', 'sw', 'in']) expect(await count(opr)).toEqual([200, 0])
})
