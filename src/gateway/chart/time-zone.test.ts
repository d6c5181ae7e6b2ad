import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let datasetId = 0

/** An hour after midnight in Berlin on the day on which summer time ends: it is still the day before in UTC. */
const NOW = '2024-10-26T23:00:00Z'
const BERLIN = { sightline_time_zone: 'Europe/Berlin' }
const N = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }

beforeAll(async () => {
  const { dir, path } = await duckdbFile(`
    set timezone = 'UTC';
    create table hours as
      select h as clock, h at time zone 'UTC' as instant, epoch_ms(h) as millis, epoch(h)::bigint as secs
      from range(timestamp '2024-03-28', timestamp '2024-11-01', interval 1 hour) r(h)`)
  server = await startServer({ args: ['--sources', dir], env: { SIGHTLINE_NOW: NOW } })
  admin = await server.login()
  const uri = `duckdb:///${path}`
  const database = (await admin.send('POST', '/api/v1/database/', { database_name: 'data', sqlalchemy_uri: uri })).json
    .id
  const made = await admin.send('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: 'hours' })
  datasetId = made.json.id
  const { columns } = (await admin.send('GET', `/api/v1/dataset/${datasetId}`)).json.result
  const formats: Record<string, string> = { millis: 'epoch_ms', secs: 'epoch_s' }
  const told = columns.map(({ column_name, id }: { column_name: string; id: number }) => ({
    id,
    column_name,
    is_dttm: true,
    python_date_format: formats[column_name] ?? null,
  }))
  expect((await admin.send('PUT', `/api/v1/dataset/${datasetId}`, { columns: told })).status).toBe(200)
})
afterAll(() => server.stop())

const asked = (column: string, range: string, zone: object = {}) =>
  admin.send('POST', '/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: [], metrics: [N], filters: [{ col: column, op: 'TEMPORAL_RANGE', val: range }] }],
    ...zone,
  })
const count = async (column: string, range: string, zone: object = {}) => {
  const { status, json, text } = await asked(column, range, zone)
  expect([status, text]).toEqual([200, expect.any(String)])
  return json.result[0].data[0].n
}

describe('the time zone of a question', () => {
  it('decides which day today is, and whoever names none has the day of UTC', async () => {
    const inBerlin = (await asked('clock', 'Current day', BERLIN)).json.result[0]
    expect(inBerlin.from_dttm).toBe(Date.UTC(2024, 9, 27))
    expect(inBerlin.query).toContain("'2024-10-27 00:00:00")
    const plain = (await asked('clock', 'Current day')).json.result[0]
    expect(plain.from_dttm).toBe(Date.UTC(2024, 9, 26))
    expect(plain.cache_key).not.toBe(inBerlin.cache_key)
  })

  it('gives the day on which summer time ends 25 hours of instants and 24 of a clock', async () => {
    expect(await count('clock', 'Current day', BERLIN)).toBe(24)
    for (const column of ['instant', 'millis', 'secs'])
      expect(await count(column, 'Current day', BERLIN), column).toBe(25)
    const { query } = (await asked('instant', 'Current day', BERLIN)).json.result[0]
    expect(query).toContain("'2024-10-26 22:00:00.000000'")
    expect(query).toContain("'2024-10-27 23:00:00.000000'")
    for (const column of ['clock', 'instant', 'millis', 'secs']) expect(await count(column, 'Current day')).toBe(24)
  })

  it('gives the day on which it begins 23', async () => {
    const range = '2024-03-31 : 2024-04-01'
    expect([await count('clock', range, BERLIN), await count('instant', range, BERLIN)]).toEqual([24, 23])
    expect(await count('instant', range)).toBe(24)
  })

  it('is part of the cache: zones do not share answers of the same words', async () => {
    const first = (await asked('clock', 'No filter', { sightline_time_zone: 'Asia/Tokyo' })).json.result[0]
    const other = (await asked('clock', 'No filter', { sightline_time_zone: 'Asia/Kathmandu' })).json.result[0]
    expect(first.cache_key).not.toBe(other.cache_key)
    expect((await asked('clock', 'No filter', { sightline_time_zone: 'Asia/Tokyo' })).json.result[0].is_cached).toBe(
      true,
    )
  })

  it('is known to templates', async () => {
    const sql = "{{ get_time_filter('clock', default='Current day', target_type='TIMESTAMP').from_expr }}"
    const metric = { expressionType: 'SQL', sqlExpression: `min(timestamp ${sql})::varchar`, label: 'low' }
    const body = {
      datasource: { id: datasetId, type: 'table' },
      queries: [{ columns: [], metrics: [metric] }],
      ...BERLIN,
    }
    const answer = await admin.send('POST', '/api/v1/chart/data', body)
    expect(answer.json.result[0].data).toEqual([{ low: '2024-10-27 00:00:00' }])
  })

  it('counts for the rows behind a chart and for one chart among many', async () => {
    const samples = `/datasource/samples?datasource_type=table&datasource_id=${datasetId}&per_page=1&page=1`
    const range = { time_range: 'Current day', granularity: 'instant' }
    expect((await admin.send('POST', samples, { ...range, ...BERLIN })).json.result.total_count).toBe(25)
    expect((await admin.send('POST', samples, range)).json.result.total_count).toBe(24)
    const queries = [
      { columns: [], metrics: [N], filters: [{ col: 'instant', op: 'TEMPORAL_RANGE', val: 'Current day' }] },
    ]
    const body = { datasource: { id: datasetId, type: 'table' }, queries }
    const requests = [
      { id: 'a', body: { ...body, ...BERLIN } },
      { id: 'b', body },
    ]
    const lines = (await admin.send('POST', '/api/v1/chart/data/batch', { requests })).text.trim().split('\n')
    const counts = lines.map((line) => JSON.parse(line)).map(({ id, body }) => [id, body.result[0].data[0].n])
    expect(counts.sort()).toEqual([
      ['a', 25],
      ['b', 24],
    ])
  })

  it('is refused with its field and the reason when it is none', async () => {
    for (const zone of ['Mars/Olympus', '+02:00', '', '../etc/passwd', 5]) {
      const { status, json } = await asked('clock', 'Current day', { sightline_time_zone: zone })
      expect(status, String(zone)).toBe(400)
      expect(json.message).toMatch(/^Request is incorrect: \{'sightline_time_zone': \['Not a (time zone|valid string)/)
    }
  })

  it('tells what a range means', async () => {
    const path = "/api/v1/time_range/?q='Current day'"
    const inZone = await admin.send('GET', `${path}&sightline_time_zone=Europe/Berlin`)
    expect(inZone.json.result).toEqual([
      { since: '2024-10-27T00:00:00', until: '2024-10-28T00:00:00', timeRange: 'Current day', shift: null },
    ])
    expect((await admin.send('GET', path)).json.result[0].since).toBe('2024-10-26T00:00:00')
    const bad = await admin.send('GET', `${path}&sightline_time_zone=Mars`)
    expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('sightline_time_zone')])
    expect(bad.text).toContain('Not a time zone')
  })
})

describe('the time zone that a user chose', () => {
  it('is stored, told to the pages of that user only, and taken back', async () => {
    const ann = await server.user('ann', ['Gamma'])
    const path = '/api/v1/me/preferences/'
    expect((await ann.send('GET', path)).json).toEqual({ result: { time_zone: null, language: null } })
    const chosen = await ann.send('PUT', path, { time_zone: 'Europe/Berlin' })
    expect([chosen.status, chosen.json]).toEqual([200, { result: { time_zone: 'Europe/Berlin', language: null } }])
    const pageOf = async (client: TestClient) => (await client.send('GET', '/user_info/')).text
    expect(await pageOf(ann)).toContain('&quot;timeZone&quot;:&quot;Europe/Berlin&quot;')
    expect(await pageOf(admin)).toContain('&quot;timeZone&quot;:null')
    expect((await ann.send('PUT', path, { time_zone: null })).json.result.time_zone).toBe(null)
  })

  it('is refused with its field and the reason when it is none', async () => {
    const { status, json } = await admin.send('PUT', '/api/v1/me/preferences/', { time_zone: 'Mars/Olympus' })
    expect([status, json.message]).toEqual([400, { time_zone: ['Not a time zone, such as Europe/Berlin.'] }])
    expect((await admin.send('GET', '/api/v1/me/preferences/')).json.result.time_zone).toBe(null)
  })
})

describe('the time zone that a user chose, where no client names one', () => {
  let ann: TestClient
  beforeAll(async () => {
    ann = await server.user('anna', ['Admin'])
    await ann.send('PUT', '/api/v1/me/preferences/', { time_zone: 'Europe/Berlin' })
  })

  it('counts for the templates of the SQL editor', async () => {
    const { json } = await admin.send('GET', '/api/v1/database/')
    const filter = "get_time_filter('clock', default='Current day', target_type='TIMESTAMP')"
    const body = { database_id: json.result[0].id, sql: `select {{ ${filter}.from_expr }}::varchar as low` }
    const low = async (client: TestClient) =>
      (await client.send('POST', '/api/v1/sqllab/execute/', body)).json.data?.[0]?.low
    expect([await low(ann), await low(admin)]).toEqual(['2024-10-27 00:00:00.000000', '2024-10-26 00:00:00.000000'])
  })

  it('counts for form data as older clients send them, and a zone that they name before it', async () => {
    const filters = [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'instant', operator: 'TEMPORAL_RANGE' }]
    const form = {
      datasource: `${datasetId}__table`,
      viz_type: 'big_number_total',
      metric: N,
      adhoc_filters: [{ ...filters[0], comparator: 'Current day' }],
    }
    const ask = async (client: TestClient, zone: object = {}, query = '') => {
      const answer = await client.send('POST', `/superset/explore_json/${query}`, { form_data: { ...form, ...zone } })
      return answer.status === 200 ? answer.json.from_dttm : `${answer.status} ${answer.text}`
    }
    const [there, here] = [Date.UTC(2024, 9, 27), Date.UTC(2024, 9, 26)]
    expect([await ask(ann), await ask(admin)]).toEqual([there, here])
    expect([await ask(admin, BERLIN), await ask(admin, {}, '?sightline_time_zone=Europe/Berlin')]).toEqual([
      there,
      there,
    ])
    expect(await ask(ann, { sightline_time_zone: 'UTC' })).toBe(here)
    expect(await ask(ann, { sightline_time_zone: 'Mars' })).toMatch(/^400 .*Not a time zone/)
    expect(await ask(ann, {}, '?sightline_time_zone=Mars')).toMatch(/^400 .*Not a time zone/)
  })
})

it('reaches the rows of another chart that are shown as annotations', async () => {
  const saved = await admin.send('POST', '/api/v1/chart/', {
    slice_name: 'today',
    viz_type: 'table',
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'table' }),
    query_context: JSON.stringify({
      datasource: { id: datasetId, type: 'table' },
      queries: [{ columns: [], metrics: [N], filters: [{ col: 'instant', op: 'TEMPORAL_RANGE', val: 'Current day' }] }],
    }),
  })
  const layer = { name: 'a', value: saved.json.id, sourceType: 'table', annotationType: 'EVENT', show: true }
  const datasource = { id: datasetId, type: 'table' }
  const rows = async (zone: object) => {
    const alone = await admin.send('POST', '/api/v1/chart/data/annotation', { datasource, layer, ...zone })
    const queries = [{ columns: [], metrics: [N], annotation_layers: [layer] }]
    const whole = await admin.send('POST', '/api/v1/chart/data', { datasource, queries, ...zone })
    return [alone.json.result.records, whole.json.result[0].annotation_data.a.records]
  }
  expect(await rows(BERLIN)).toEqual([[{ n: 25 }], [{ n: 25 }]])
  expect(await rows({})).toEqual([[{ n: 24 }], [{ n: 24 }]])
})

describe('the time zone of a dashboard', () => {
  it('is told again to whoever opens one of its charts, also by a shared address', async () => {
    const body = {
      slice_name: 'n',
      viz_type: 'table',
      datasource_id: datasetId,
      datasource_type: 'table',
      params: '{}',
    }
    const { id } = (await admin.send('POST', '/api/v1/chart/', body)).json
    const state = async (search: string) => {
      const answer = await admin.send('GET', `/api/v1/explore/?${search}`)
      return answer.status === 200 ? answer.json.result.form_data.url_params : `${answer.status} ${answer.text}`
    }
    expect(await state(`slice_id=${id}&sightline_time_zone=Europe/Berlin`)).toMatchObject(BERLIN)
    expect(await state(`slice_id=${id}&sightline_time_zone=Mars`)).toMatch(/^400 .*Not a time zone/)
    const formData = { datasource: `${datasetId}__table`, viz_type: 'table', slice_id: id }
    const shared = { formData, urlParams: Object.entries(BERLIN) }
    const { key } = (await admin.send('POST', '/api/v1/explore/permalink', shared)).json
    expect(await state(`permalink_key=${key}`)).toMatchObject(BERLIN)
  })

  it('is part of its metadata, and refused when it is none', async () => {
    const save = (timezone: unknown) =>
      admin.send('POST', '/api/v1/dashboard/', {
        dashboard_title: 'Times',
        json_metadata: JSON.stringify({ timezone }),
      })
    const { id } = (await save('Asia/Tokyo')).json
    const { result } = (await admin.send('GET', `/api/v1/dashboard/${id}`)).json
    expect(JSON.parse(result.json_metadata).timezone).toBe('Asia/Tokyo')
    const bad = await save('Mars/Olympus')
    expect([bad.status, JSON.stringify(bad.json)]).toEqual([400, expect.stringContaining('timezone: Not a time zone')])
    expect(bad.json.message).toHaveProperty('json_metadata')
  })
})

it('reads relative times in the zone of the product where nobody chose one', async () => {
  const there = await startServer({ env: { SIGHTLINE_NOW: NOW, SIGHTLINE_TIME_ZONE: 'Asia/Tokyo' } })
  const client = await there.login()
  const { result } = (await client.send('GET', '/api/v1/time_range/?q=\'DATETIME("now") : DATETIME("now")\'')).json
  expect(result[0].since).toBe('2024-10-27T08:00:00')
  await there.stop()
  await expect(startServer({ env: { SIGHTLINE_TIME_ZONE: 'Mars' } })).rejects.toThrow('SIGHTLINE_TIME_ZONE')
})
