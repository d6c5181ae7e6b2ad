import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { startServer, type TestClient, type TestServer } from '../../server.ts'

const TABLE = `CREATE TABLE orders(id INTEGER, placed TIMESTAMP, day DATE, country VARCHAR, city VARCHAR, status VARCHAR,
  qty INTEGER, price DOUBLE, fee DECIMAL(10,2), vip BOOLEAN, big BIGINT, ratio DOUBLE, epoch_s BIGINT)`

const BAND = "case when price >= 100 then 'high' when price >= 20 then 'mid' when price is not null then 'low' end"
const COMPUTED = [
  { column_name: 'price_band', expression: BAND, type: 'VARCHAR' },
  { column_name: 'total', expression: 'qty * price', type: 'DOUBLE' },
  { column_name: 'placed_next', expression: 'placed + interval 1 day', type: 'TIMESTAMP', is_dttm: true },
]
const METRICS = [
  { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'COUNT(*)' },
  { metric_name: 'revenue', expression: 'SUM(qty * price)', verbose_name: 'Revenue' },
  { metric_name: 'avg_price', expression: 'AVG(price)' },
  {
    metric_name: 'paid_share',
    expression: "SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) * 1.0 / COUNT(*)",
  },
]
const PLAIN = "select id, placed, country, status, price, qty from orders where status <> 'new'"
const VIRTUAL = `${PLAIN}
{% if filter_values('country') %}and country in {{ filter_values('country')|where_in }}{% endif %}`

/** A real server with the table of the vectors and the datasets over it. */
export interface OrdersServer {
  readonly client: TestClient
  readonly database: number
  readonly datasets: Readonly<Record<string, number>>
  stop(): Promise<void>
}

/** Starts a server whose clock stands at `now`, with `orders.csv` of the folder as a database of its own. */
export async function ordersServer(dir: string, now: string): Promise<OrdersServer> {
  const work = await mkdtemp(join(tmpdir(), 'sightline-vectors-'))
  const sources = join(work, 'sources')
  await mkdir(sources)
  await loadOrders(join(sources, 'orders.duckdb'), join(dir, 'orders.csv'))
  const server = await startServer({
    dataDir: join(work, 'data'),
    args: ['--sources', sources],
    env: { SIGHTLINE_NOW: `${now}Z` },
  })
  try {
    const client = await server.login()
    await makeAnnotations(client)
    return {
      client,
      ...(await makeDatasets(client, join(sources, 'orders.duckdb'))),
      stop: () => stop(server, work),
    }
  } catch (error) {
    await stop(server, work)
    throw error
  }
}

async function stop(server: TestServer, work: string): Promise<void> {
  await server.stop()
  await rm(work, { recursive: true, force: true })
}

/** The layer of the annotation cases, which is the second. */
async function makeAnnotations(client: TestClient): Promise<void> {
  await made(client, '/api/v1/annotation_layer/', { name: 'empty' })
  const layer = await made(client, '/api/v1/annotation_layer/', { name: 'annotations' })
  for (const [short_descr, start_dttm, end_dttm] of [
    ['launch', '2023-06-01T00:00:00', '2023-06-10T00:00:00'],
    ['outage', '2024-01-05T08:30:00', '2024-01-05T09:45:00'],
  ])
    await made(client, `/api/v1/annotation_layer/${layer}/annotation/`, {
      short_descr,
      long_descr: '',
      start_dttm,
      end_dttm,
      json_metadata: '{"k":1}',
    })
}

/** A DuckDB file with the table of the vectors. */
export async function loadOrders(file: string, csv: string): Promise<void> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(TABLE)
  await connection.run(`COPY orders FROM '${csv}' (HEADER, NULLSTR '\\N', QUOTE '"', ESCAPE '"')`)
  connection.closeSync()
  instance.closeSync()
}

async function makeDatasets(client: TestClient, file: string): Promise<Pick<OrdersServer, 'database' | 'datasets'>> {
  const database = await made(client, '/api/v1/database/', {
    database_name: 'orders',
    sqlalchemy_uri: `duckdb:///${file}`,
    expose_in_sqllab: true,
  })
  const orders = await made(client, '/api/v1/dataset/', { database, schema: 'main', table_name: 'orders' })
  await describe(client, orders)
  const virtual = await made(client, '/api/v1/dataset/', {
    database,
    schema: 'main',
    table_name: 'orders_virtual',
    sql: PLAIN,
  })
  await update(client, virtual, { sql: VIRTUAL, main_dttm_col: 'placed' })
  const ruled = await made(client, '/api/v1/dataset/', {
    database,
    schema: 'main',
    table_name: 'orders_rls',
    sql: 'select * from orders',
  })
  await update(client, ruled, { main_dttm_col: 'placed' })
  const isRuled = await addRules(client, ruled)
  return { database, datasets: { orders, orders_virtual: virtual, ...(isRuled ? { orders_rls: ruled } : {}) } }
}

async function made(client: TestClient, path: string, body: unknown): Promise<number> {
  const answer = await client.send('POST', path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.json.id
}

async function update(client: TestClient, dataset: number, body: Record<string, unknown>): Promise<void> {
  const answer = await client.send('PUT', `/api/v1/dataset/${dataset}`, body)
  if (answer.status !== 200) throw new Error(`dataset ${dataset}: ${answer.status} ${answer.text}`)
}

async function describe(client: TestClient, dataset: number): Promise<void> {
  const { columns, metrics } = (await client.send('GET', `/api/v1/dataset/${dataset}`)).json.result as {
    columns: { id: number; column_name: string; type: string; is_dttm: boolean }[]
    metrics: { id: number; metric_name: string }[]
  }
  const known = columns.map(({ id, column_name, type, is_dttm }) => ({
    id,
    column_name,
    type,
    is_dttm: is_dttm || column_name === 'epoch_s',
    ...(column_name === 'epoch_s' ? { python_date_format: 'epoch_s' } : {}),
    ...(column_name === 'city' ? { verbose_name: 'City name' } : {}),
  }))
  const idOf = (name: string) => metrics.find(({ metric_name }) => metric_name === name)?.id
  await update(client, dataset, {
    columns: [...known, ...COMPUTED],
    metrics: METRICS.map((metric) => {
      const id = idOf(metric.metric_name)
      return id === undefined ? metric : { id, ...metric }
    }),
    main_dttm_col: 'placed',
  })
}

/** The two rules of the vectors, in groups of their own, for the administrator. False where rules are not served. */
async function addRules(client: TestClient, dataset: number): Promise<boolean> {
  const { result } = (await client.send('GET', '/api/v1/security/roles/?q=(page_size:100)')).json as {
    result: { id: number; name: string }[]
  }
  const roles = result.filter(({ name }) => name === 'Admin').map(({ id }) => id)
  for (const [group_key, clause] of Object.entries({ a: "country = 'Peru' or qty > 8", b: 'vip' })) {
    const rule = { name: `rule ${group_key}`, filter_type: 'Regular', tables: [dataset], roles, group_key, clause }
    const answer = await client.send('POST', '/api/v1/rowlevelsecurity/', rule)
    if (answer.status === 404) return false
    if (answer.status !== 201) throw new Error(`row rule: ${answer.status} ${answer.text}`)
  }
  return true
}
