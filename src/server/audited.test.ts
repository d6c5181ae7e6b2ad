import { expect, it } from 'vitest'
import { duckdbFile } from '../../test/duckdb-file.ts'
import { ADMIN, startServer } from '../../test/server.ts'

it('writes down who took data or definitions away, and who changed a password', async () => {
  const { dir, path } = await duckdbFile("create table t as select * from (values ('a', 1), ('b', 2)) v(city, n)")
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const make = async (where: string, body: object): Promise<number> => (await admin.send('POST', where, body)).json.id
  const database = await make('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  const id = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
  const dashboard = await make('/api/v1/dashboard/', { dashboard_title: 'Audited' })
  const queries = [{ columns: ['city'], metrics: [], row_limit: 10 }]
  const ask = { datasource: { id, type: 'table' }, queries, result_format: 'csv' }
  expect((await admin.send('POST', '/api/v1/chart/data', ask)).text).toBe('city\na\nb\n')
  await admin.send('POST', '/api/v1/chart/data', { ...ask, result_format: 'json' })
  await admin.send('GET', `/api/v1/dashboard/export/?q=!(${dashboard})`)
  await admin.send('POST', `/api/v1/dashboard/${dashboard}/download/`, { format: 'xlsx' })
  const passwords = { current_password: ADMIN.password, password: 'Another-horse-9-battery' }
  expect((await admin.send('PUT', '/api/v1/me/', passwords)).status).toBe(200)

  const rows = server.server.services.db.selectFrom('audit').select(['actor', 'action', 'object', 'detail'])
  const written = async () =>
    (
      await rows
        .where('action', 'in', ['chart.export', 'dashboard.export', 'dashboard.download', 'user.password'])
        .execute()
    ).map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))
  await expect.poll(written).toEqual([
    {
      actor: 'admin',
      action: 'chart.export',
      object: `table:${id}`,
      detail: { name: 'chart', format: 'csv', rows: 2 },
    },
    { actor: 'admin', action: 'dashboard.export', object: '1 of dashboard', detail: { ids: [dashboard] } },
    { actor: 'admin', action: 'dashboard.download', object: `dashboard:${dashboard}`, detail: { format: 'xlsx' } },
    { actor: 'admin', action: 'user.password', object: 'user:1', detail: {} },
  ])
  await server.stop()
})
