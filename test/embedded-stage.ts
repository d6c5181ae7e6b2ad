import { duckdbFile } from './duckdb-file.ts'
import { startServer, type TestAnswer, type TestClient, type TestServer } from './server.ts'

export const SUM = { expressionType: 'SIMPLE', column: { column_name: 'n' }, aggregate: 'SUM', label: 'sum' }
const STORED = { columns: ['word'], metrics: [SUM], filters: [], orderby: [[SUM, false]], row_limit: 10 }

interface Rule {
  readonly dataset?: number
  readonly clause: string
}

/** A dashboard that is embedded, one that is not, and guests of the first. */
export interface EmbeddedStage {
  readonly server: TestServer
  readonly admin: TestClient
  readonly dashboard: number
  readonly other: number
  readonly chart: number
  readonly dataset: number
  readonly virtual: number
  readonly virtualChart: number
  readonly uuid: string
  /** The body of a question, that of the chart with changes. */
  question(query: object, form?: object, dataset?: number): object
  ask(client: TestClient, query: object, form?: object, dataset?: number): Promise<TestAnswer>
  token(rls: readonly Rule[]): Promise<TestAnswer>
  guest(rls: readonly Rule[]): Promise<TestClient>
  clientOf(token: string): TestClient
  tokenOf(guest: TestClient): string
}

/** Starts a server with a dashboard of two charts over one table, the second through a virtual dataset. */
export async function embeddedStage(env: Record<string, string> = {}): Promise<EmbeddedStage> {
  const { dir, path } = await duckdbFile(TABLE)
  const server = await startServer({ args: ['--sources', dir], env })
  const admin = await server.login()
  const made = await makeContent(admin, path)
  const own = { slice_id: made.chart, dashboardId: made.dashboard }
  const question = (query: object, form: object = own, id = made.dataset) => ({
    datasource: { id, type: 'table' },
    queries: [{ ...STORED, ...query }],
    form_data: form,
  })
  return {
    ...{ server, admin, question },
    ...made,
    ...guestsOf(server, admin, made.uuid),
    ask: (client, query, form, id) => client.send('POST', '/api/v1/chart/data', question(query, form, id)),
  }
}

const TABLE = `create table "Hidden table" as select 'w' || (range % 3) as word, 's' || range as secret, range as n, timestamp '2025-01-01' as at from range(9)`

async function makeContent(admin: TestClient, path: string) {
  const make = async (at: string, body: unknown) => {
    const answer = await admin.send('POST', at, body)
    if (answer.status !== 201) throw new Error(`${at}: ${answer.text}`)
    return answer.json.id as number
  }
  const database = await make('/api/v1/database/', {
    database_name: 'data_of_tenants',
    sqlalchemy_uri: `duckdb:///${path}`,
  })
  const dataset = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'Hidden table' })
  const sql = 'SELECT word, n FROM "Hidden table"'
  const virtual = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'words', sql })
  const chartOf = (id: number, name: string) =>
    make('/api/v1/chart/', {
      slice_name: name,
      viz_type: 'pie',
      datasource_id: id,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'pie', groupby: ['word'], metric: SUM, datasource: `${id}__table` }),
      query_context: JSON.stringify({ datasource: { id, type: 'table' }, queries: [STORED] }),
    })
  const chart = await chartOf(dataset, 'Words')
  const virtualChart = await chartOf(virtual, 'Words of a query')
  const json_metadata = metadataOf(dataset, [chart, virtualChart])
  const body = { dashboard_title: 'Words of all', published: true, json_metadata }
  const dashboard = await make('/api/v1/dashboard/', body)
  const other = await make('/api/v1/dashboard/', { ...body, dashboard_title: 'Another' })
  const embedded = await admin.send('POST', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })
  const uuid = embedded.json.result.uuid as string
  return { dataset, virtual, chart, virtualChart, dashboard, other, uuid }
}

function guestsOf({ anonymous }: TestServer, admin: TestClient, uuid: string) {
  const tokens = new Map<TestClient, string>()
  const clientOf = (text: string): TestClient => ({
    ...anonymous,
    send: (method, at, json, headers) => anonymous.send(method, at, json, { 'x-guesttoken': text, ...headers }),
  })
  const token = (rls: readonly Rule[]) =>
    admin.send('POST', '/api/v1/security/guest_token/', {
      user: { username: 'visitor', first_name: 'Vi', last_name: 'Sitor' },
      resources: [{ type: 'dashboard', id: uuid }],
      rls,
    })
  const guest = async (rls: readonly Rule[]) => {
    const answer = await token(rls)
    if (answer.status !== 200) throw new Error(answer.text)
    const client = clientOf(answer.json.token)
    tokens.set(client, answer.json.token)
    return client
  }
  return { token, guest, clientOf, tokenOf: (client: TestClient) => tokens.get(client) ?? '' }
}

/** A dashboard of charts in one row, with a filter by a column. */
function metadataOf(datasetId: number, charts: readonly number[]): string {
  const filter = {
    id: 'NATIVE_FILTER-w',
    name: 'Word',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId, column: { name: 'word' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    controlValues: { multiSelect: true },
    defaultDataMask: {},
    cascadeParentIds: [],
  }
  const parents = ['ROOT_ID', 'GRID_ID', 'ROW-1']
  const tiles = charts.map((chartId, i) => [
    `CHART-${i}`,
    { id: `CHART-${i}`, type: 'CHART', children: [], parents, meta: { chartId, width: 6, height: 50 } },
  ])
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: tiles.map(([id]) => id), parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    ...Object.fromEntries(tiles),
  }
  return JSON.stringify({ native_filter_configuration: [filter], positions })
}
