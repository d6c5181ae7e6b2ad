import { join } from 'node:path'
import { makeEvents } from './fixture.mjs'
import { adminOf, ROOT, startProduct, temporaryFolder } from './product.mjs'

/** The product with a database of events, a dataset of it and an administrator who is signed in. */
export async function openStage({ entry, rows }) {
  const folder = temporaryFolder()
  const source = await makeEvents(folder.dir, rows)
  const product = await startProduct({ entry, dataDir: join(folder.dir, 'data'), sources: source.folder })
  const close = async () => {
    await product.stop()
    folder.remove()
  }
  try {
    const admin = await adminOf(product)
    return { product, admin, source, ...(await connect(admin, source.file)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(admin, file) {
  const database = await admin.json('POST', '/api/v1/database/', {
    database_name: 'bench',
    sqlalchemy_uri: `duckdb:///${file}`,
    allow_run_async: true,
    expose_in_sqllab: true,
  })
  const dataset = await admin.json('POST', '/api/v1/dataset/', {
    database: database.id,
    schema: 'main',
    table_name: 'events',
  })
  return { databaseId: database.id, datasetId: dataset.id }
}

export const SOURCE_ENTRY = join(ROOT, 'src', 'server', 'main.ts')
export const PACKAGE_ENTRY = join(ROOT, 'dist', 'server', 'main.js')
