import { afterAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer } from '../../../test/server.ts'

const { dir, path } = await duckdbFile('create table t as select range as n from range(2500)')
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

it('samples of an unknown dataset fail in the envelope of the older views', async () => {
  const admin = await server.login()
  const { status, json } = await admin.send('POST', '/datasource/samples?datasource_id=99999&datasource_type=table', {})
  expect([status, json]).toEqual([404, expect.objectContaining({ error: 'Datasource does not exist' })])
})

it('a page before the first is the first, and a page beyond the most rows is cut', async () => {
  const admin = await server.login()
  const uri = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  const database = (await admin.send('POST', '/api/v1/database/', uri)).json.id
  const { id } = (await admin.send('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: 't' })).json
  const ask = async (page: string) => {
    const { status, json } = await admin.send(
      'POST',
      `/datasource/samples?datasource_type=table&datasource_id=${id}&${page}`,
      {},
    )
    const { data, page: number, per_page, total_count } = json.result ?? {}
    return [status, data?.[0]?.n, data?.length, number, per_page, total_count]
  }
  expect(await ask('page=2&per_page=5')).toEqual([200, 5, 5, 2, 5, 2500])
  for (const page of ['0', '-1']) expect(await ask(`page=${page}&per_page=5`)).toEqual([200, 0, 5, 1, 5, 2500])
  expect(await ask('per_page=5000&page=2')).toEqual([200, 1000, 1000, 2, 1000, 2500])
  for (const wrong of ['page=x', 'page=1.5', 'per_page=0', 'per_page=-5'])
    expect([wrong, ...(await ask(wrong))].slice(0, 2)).toEqual([wrong, 400])
})

it('a check of nothing, or of an unknown type of expression, is refused in a sentence', async () => {
  const admin = await server.login()
  const path = '/api/v1/datasource/table/1/validate_expression/'
  for (const body of [{}, { expression: null }, { expression: '' }, { expression: '1=1', expression_type: 'other' }]) {
    const { status, json } = await admin.send('POST', path, body)
    expect([body, status, json]).toEqual([body, 400, { message: expect.any(String) }])
  }
})
