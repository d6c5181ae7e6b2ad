import { randomUUID } from 'node:crypto'
import { WAREHOUSE_URI } from '../engines/source-path.ts'
import { databasePair } from '../metadata/access.server.ts'
import { ensurePairs } from '../metadata/object-pairs.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Services } from './services.server.ts'

const UPLOADS = { schemas_allowed_for_file_upload: ['main'] } as const

/** The record of the embedded warehouse, made when there is none. */
export async function ensureWarehouseRecord(
  { db, now, encrypt }: Pick<Services, 'db' | 'now' | 'encrypt'>,
  name = 'examples',
): Promise<Row<'databases'>> {
  const known = await db.selectFrom('databases').selectAll().where('uri_masked', '=', WAREHOUSE_URI).executeTakeFirst()
  if (known) return known
  const at = now().toISOString()
  const row = await db
    .insertInto('databases')
    .values({
      uuid: randomUUID(),
      database_name: name,
      engine: 'duckdb',
      uri_masked: WAREHOUSE_URI,
      uri_secret: encrypt(WAREHOUSE_URI),
      extra: JSON.stringify({ cost_estimate_enabled: true, allows_virtual_table_explore: true, ...UPLOADS }),
      encrypted_extra: null,
      cache_timeout: null,
      expose_in_sqllab: 1,
      allow_run_async: 1,
      allow_ctas: 0,
      allow_cvas: 0,
      allow_dml: 0,
      allow_file_upload: 1,
      allow_multi_catalog: 0,
      force_ctas_schema: null,
      impersonate_user: 0,
      configuration_method: 'sqlalchemy_form',
      server_cert: null,
      is_managed_externally: 0,
      external_url: null,
      created_on: at,
      changed_on: at,
      created_by: null,
      changed_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ensurePairs(db, [databasePair(row)])
  return row
}
