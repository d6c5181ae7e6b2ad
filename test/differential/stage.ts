import { afterAll, beforeAll, expect } from 'vitest'
import { startServer, type TestClient } from '../server.ts'
import { type Engine, literal, momentOf, type Opened } from './engines.ts'
import { COLUMNS, type ColumnName, type Facts } from './tables.ts'

/** An engine that holds the facts, and the product with a dataset of them. */
export interface FactsStage {
  readonly opened: Opened
  readonly client: TestClient
  readonly datasetId: number
  stop(): Promise<void>
}

/** The stage of an engine, open while the tests of the group run in which this is called. */
export function factsOn(engine: Engine, rows: readonly Facts[]): () => FactsStage {
  let stage: FactsStage
  beforeAll(async () => {
    stage = await openFacts(engine, rows)
  })
  afterAll(() => stage?.stop())
  return () => stage
}

/** Writes the rows into a real engine and connects the product to it. */
async function openFacts(engine: Engine, rows: readonly Facts[]): Promise<FactsStage> {
  const opened = await engine.open(statementsFor(engine, rows))
  const server = await startServer({ args: opened.args ?? [], env: opened.env ?? {} })
  const client = await server.login()
  const make = async (path: string, body: unknown): Promise<number> => {
    const made = await client.send('POST', path, body)
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    return made.json.id
  }
  const database = await make('/api/v1/database/', { database_name: 'facts', sqlalchemy_uri: opened.uri })
  const datasetId = await make('/api/v1/dataset/', { database, schema: opened.schema, table_name: 'facts' })
  const stop = async () => {
    await server.stop()
    await opened.stop()
  }
  return { opened, client, datasetId, stop }
}

function statementsFor(engine: Engine, rows: readonly Facts[]): string[] {
  const names = Object.keys(COLUMNS) as ColumnName[]
  const columns = names.map((name) => `${engine.quote(name)} ${engine.types[COLUMNS[name]]}`)
  const cell = (row: Facts, name: ColumnName) => {
    const value = row[name]
    return COLUMNS[name] === 'time' && value !== null ? momentOf(engine, String(value)) : literal(engine, value)
  }
  const values = rows.map((row) => `(${names.map((name) => cell(row, name)).join(', ')})`)
  return [
    `create table facts (${columns.join(', ')}) ${engine.made ?? ''}`,
    `insert into facts values ${values.join(', ')}`,
  ]
}
