import { openPostgres } from './postgres.mjs'
import { adminOf, startProduct, temporaryFolder } from './product.mjs'

const EVENTS = (rows) => `
  create table events as
  select i as id, 'category ' || i % 8 as category, 'region ' || (i::bigint * 7919) % 20 as region,
    (i::bigint * 7907) % 100000 as user_id, ((i::bigint * 7901) % 10000) / 100.0 as amount,
    timestamp '2025-01-01' + ((i::bigint * 7883) % 31536000) * interval '1 second' as happened, i % 2 = 0 as is_paid
  from generate_series(1, ${rows}) i;
  analyze events`

/** The product with a PostgreSQL server as a source, or also as its metadata store, and an administrator signed in. */
export async function openPostgresStage({ entry, rows, keepsMetadata = false }) {
  const postgres = await openPostgres()
  const folder = temporaryFolder()
  let product = null
  const close = async () => {
    await product?.stop()
    folder.remove()
    await postgres.stop()
  }
  try {
    await postgres.query('postgres', 'create database metadata')
    await postgres.query('postgres', 'create database bench')
    for (const sql of EVENTS(rows).split(';')) await postgres.query('bench', sql)
    const metadata = keepsMetadata ? { SIGHTLINE_METADATA_URL: postgres.url('metadata') } : {}
    product = await startProduct({ entry, dataDir: folder.dir, env: metadata })
    const admin = await adminOf(product)
    const uri = postgres.url('bench')
    const common = { allow_run_async: true, expose_in_sqllab: true }
    const database = await admin.json('POST', '/api/v1/database/', {
      database_name: 'bench',
      sqlalchemy_uri: uri,
      ...common,
    })
    const table = { database: database.id, schema: 'public', table_name: 'events' }
    const dataset = await admin.json('POST', '/api/v1/dataset/', table)
    return { postgres, product, admin, databaseId: database.id, datasetId: dataset.id, dir: folder.dir, close }
  } catch (error) {
    await close()
    throw error
  }
}
