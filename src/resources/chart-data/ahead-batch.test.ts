import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchStream } from '../../../test/batch-stream.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

describe('questions that are asked ahead', () => {
  let server: TestServer
  let admin: TestClient
  let sold = 0
  let slow = 0
  let uncached = 0

  beforeAll(async () => {
    const { dir, path } = await duckdbFile(`create table sold as select n as id, 'c' || n % 9 as category,
      case when n % 13 = 0 then null else 'r' || n % 4 end as region, n % 101 as buyer, n * 0.1::double as price,
      n * n % 1009 as amount from range(20000) g(n)`)
    server = await startServer({ args: ['--sources', dir] })
    admin = await server.login()
    const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
    const database = await made('/api/v1/database/', { database_name: 'sold', sqlalchemy_uri: `duckdb:///${path}` })
    const dataset = (name: string, sql: string | null) =>
      made('/api/v1/dataset/', { database, schema: 'main', table_name: name, ...(sql && { sql }) })
    sold = await dataset('sold', null)
    slow = await dataset('slow', 'select a.range * b.range as amount from range(1000000) a, range(1000000) b')
    uncached = await dataset('uncached', 'select * from sold')
    await admin.send('PUT', `/api/v1/dataset/${uncached}`, { cache_timeout: -1 })
  })
  afterAll(() => server.stop())

  const metric = (aggregate: string, column: string) => ({
    expressionType: 'SIMPLE',
    column: { column_name: column },
    aggregate,
    label: `${aggregate} ${column}`,
  })
  const SHAPES = {
    exact: { columns: ['region'], metrics: [metric('SUM', 'amount'), 'count'], row_limit: 100 },
    floating: { columns: ['region'], metrics: [metric('AVG', 'price')], row_limit: 100 },
    distinct: { columns: ['region'], metrics: [metric('COUNT_DISTINCT', 'buyer')], row_limit: 100 },
    'few of many': {
      columns: ['buyer'],
      metrics: [metric('SUM', 'amount')],
      orderby: [[metric('SUM', 'amount'), false]],
      row_limit: 5,
    },
    'a single number': { columns: [], metrics: [metric('MAX', 'price'), 'count'] },
    'other order': { columns: ['region'], metrics: ['count'], orderby: [['region', true]], row_limit: 2 },
  }
  const VALUES = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', "it's none"]
  const question = (shape: object, value: string, id = sold) => ({
    datasource: { id, type: 'table' },
    queries: [{ ...shape, filters: [{ col: 'category', op: 'IN', val: [value] }] }],
  })
  const allOf = (shape: object, id = sold) =>
    VALUES.map((value, i) => ({ id: String(i), rank: 0, body: question(shape, value, id) }))
  const alone = async (client: TestClient, body: object, force = false) =>
    (await client.send('POST', '/api/v1/chart/data', { ...body, force })).json.result[0]
  const askAhead = async (client: TestClient, requests: readonly object[]) => {
    const batch = batchStream(client, { ahead: true, requests })
    await batch.ended
    return batch.lines.toSorted((a, b) => Number(a.id) - Number(b.id))
  }
  const endless = (label: string) => ({
    datasource: { id: slow, type: 'table' },
    queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: 'max(amount)', label }] }],
  })

  /** Rows by what they are ordered by; those that are equal in it come in any order. */
  const inOrder = ({ data }: { readonly data: readonly Record<string, unknown>[] }) => ({
    numbers: data.map((row) => Object.values(row).at(-1)),
    rows: data.map((row) => JSON.stringify(row)).toSorted(),
  })

  it.each(Object.entries(SHAPES))('are answered as if each were asked alone: %s', async (_, shape) => {
    const lines = await askAhead(admin, allOf(shape))
    expect(lines.map(({ status }) => status)).toEqual(VALUES.map(() => 200))
    for (const [i, value] of VALUES.entries()) {
      const kept = await alone(admin, question(shape, value))
      expect(kept).toMatchObject({ is_cached: true, data: lines[i]?.body.result[0].data })
      const fresh = await alone(admin, question(shape, value), true)
      expect([inOrder(kept), kept.colnames, kept.coltypes]).toEqual([inOrder(fresh), fresh.colnames, fresh.coltypes])
    }
  })

  it('obey the rules of who asks, and serve nobody else', async () => {
    const reader = await server.user('reader', ['Alpha'])
    const roles = await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))')
    const rule = { filter_type: 'Regular', tables: [sold], roles: roles.json.ids, clause: "region = 'r1'" }
    expect((await admin.send('POST', '/api/v1/rowlevelsecurity/', { name: 'r1', ...rule })).status).toBe(201)
    const shape = { columns: ['region'], metrics: [metric('MIN', 'amount'), 'count'], row_limit: 50 }
    const [theirs, mine] = [await askAhead(reader, allOf(shape)), await askAhead(admin, allOf(shape))]
    const regions = (lines: typeof mine) => new Set(lines.flatMap(({ body }) => body.result[0].data.map(regionOf)))
    expect(regions(theirs)).toEqual(new Set(['r1']))
    expect(regions(mine)).toEqual(new Set(['r0', 'r1', 'r2', 'r3', null]))
    for (const value of VALUES.slice(0, 2)) {
      expect((await alone(reader, question(shape, value))).data.map(regionOf)).toEqual(['r1'])
      expect((await alone(admin, question(shape, value))).data).toHaveLength(5)
    }
  })
  const regionOf = ({ region }: { readonly region: string | null }) => region

  it('let whoever waits go first, for the same question as well', async () => {
    const wanted = question({ columns: ['region'], metrics: [metric('MAX', 'id')], row_limit: 9 }, 'c1')
    await askAhead(admin, allOf(SHAPES.exact))
    const ahead = batchStream(admin, {
      ahead: true,
      requests: [
        { id: 'a', body: endless('ahead') },
        { id: 'b', rank: 1, body: wanted },
        ...allOf(SHAPES.exact).map((one) => ({ ...one, rank: 2 })),
      ],
    })
    // Those that are kept come at once; by then the others wait for their turns.
    await ahead.upTo(VALUES.length)
    const waited = batchStream(admin, { requests: [{ id: 'a', body: wanted }] })
    await waited.ended
    expect(waited.lines[0]).toMatchObject({ status: 200, body: { result: [{ rowcount: 5, is_cached: null }] } })
    expect(ahead.lines).toHaveLength(VALUES.length)
    ahead.close()
    await ahead.ended
  })

  it('end on the engine when the page leaves', async () => {
    const left = batchStream(admin, { ahead: true, requests: [{ id: 'a', body: endless('left') }] })
    const next = batchStream(admin, { ahead: true, requests: allOf({ columns: ['id'], row_limit: 3 }) })
    left.close()
    await Promise.all([left.ended, next.ended])
    // One at a time: nothing would have come before the end of the first.
    expect(next.lines.map(({ status }) => status)).toEqual(VALUES.map(() => 200))
  })

  it('are refused where the answer would not be kept, or may not be read', async () => {
    const lines = await askAhead(admin, allOf(SHAPES.exact, uncached))
    expect(lines.map(({ status }) => status)).toEqual(VALUES.map(() => 409))
    const nobody = await server.user('nobody', ['Gamma'])
    expect((await askAhead(nobody, allOf(SHAPES.exact))).map(({ status }) => status)).toEqual(VALUES.map(() => 403))
    expect(
      (await askAhead(admin, [{ id: '0', body: { queries: 'none' } }, { id: '1' }])).map(({ status }) => status),
    ).toEqual([400, 400])
  })

  it('pass the kept answers by for nobody', async () => {
    const body = question({ columns: ['region'], metrics: [metric('MIN', 'id')], row_limit: 9 }, 'c2')
    const [first] = await askAhead(admin, [{ id: '0', body }])
    const [again] = await askAhead(admin, [{ id: '0', body: { ...body, force: true } }])
    expect(again?.body.result[0]).toMatchObject({ is_cached: true, cached_dttm: first?.body.result[0].queried_dttm })
  })
})
