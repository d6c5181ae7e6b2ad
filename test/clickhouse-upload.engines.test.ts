import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeClickhouse, startClickhouse, type TestClickhouse } from './clickhouse.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'

describeClickhouse('a file for a ClickHouse server', () => {
  let clickhouse: TestClickhouse
  let server: TestServer
  let admin: TestClient
  let id = 0
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    await clickhouse.asOwner('create database files')
    server = await startServer()
    admin = await server.login()
    const made = await admin.send('POST', '/api/v1/database/', {
      database_name: 'columns',
      sqlalchemy_uri: clickhouse.url('files'),
      allow_file_upload: true,
      extra: JSON.stringify({ schemas_allowed_for_file_upload: ['files'] }),
    })
    id = made.json.id
  })
  afterAll(async () => {
    await server.stop()
    await clickhouse.stop()
  })

  const upload = async (csv: string, fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData()
    const all = { type: 'csv', table_name: 'sold', schema: 'files', ...fields }
    for (const [key, value] of Object.entries(all)) form.set(key, value)
    form.set('file', new Blob([csv]), 'sold.csv')
    const headers = { cookie: admin.cookie, 'X-CSRFToken': admin.csrf, referer: admin.base }
    const path = `${admin.base}/api/v1/database/${id}/upload/`
    const answer = await fetch(path, { method: 'POST', body: form, headers })
    return { status: answer.status, text: await answer.text() }
  }

  it('becomes a table and a dataset that a chart asks, and is added to or refused whole', async () => {
    const first = 'day,city,price\n2024-01-31,Köln,1.10\n2024-02-29,,22.5\n'
    expect(await upload(first)).toMatchObject({ status: 201 })
    expect((await upload(first)).status).toBe(422)
    expect(await upload('day,city,price\n2024-03-01,Köln,0.4\n', { already_exists: 'append' })).toMatchObject({
      status: 201,
    })
    expect((await upload('day,city,price\n1066-10-14,Hastings,1\n', { already_exists: 'append' })).text).toContain(
      'lies outside the years that ClickHouse knows',
    )
    const found = await admin.send('GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:sold)))')
    const { json, text } = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id: found.json.result[0].id, type: 'table' },
      queries: [
        {
          columns: ['city'],
          metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(price)', label: 'total' }],
          orderby: [['city', true]],
        },
      ],
    })
    expect(json.result?.[0]?.data, text).toEqual([
      { city: 'Köln', total: 1.5 },
      { city: null, total: 22.5 },
    ])
  })
})
