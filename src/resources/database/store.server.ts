import { randomUUID } from 'node:crypto'
import { maskAddress } from '../../gateway/database-address.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type Tunnel, tunnelColumns } from '../../gateway/tunnel-record.ts'
import { databasePair } from '../../metadata/access.server.ts'
import { ensurePairs, removeDatabasePairs, renameDatabasePairs } from '../../metadata/object-pairs.server.ts'
import type { Flag, NewRow, Row, RowPatch } from '../../metadata/tables.server.ts'
import { dropTemporaryDatasets } from '../../metadata/temporary-datasets.server.ts'
import { Problem } from '../../wire/problem.ts'
import type { CheckedAddress } from './address.server.ts'
import type { CreateBody, UpdateBody } from './contract.ts'
import { unmaskedExtra } from './secrets.server.ts'

const NAME_TAKEN = 'A database with the same name already exists.'

interface NewConnection {
  readonly body: CreateBody
  readonly address: CheckedAddress
  readonly tunnel: Tunnel | null
}

/** Stores a connection; its address is encrypted, the shown one masked. */
export async function insertDatabase(
  services: Services,
  { body, address: { uri, dialect }, tunnel }: NewConnection,
  userId: number | null,
): Promise<Row<'databases'>> {
  await refuseTakenName(services, body.database_name, null)
  const now = services.now().toISOString()
  const row: NewRow<'databases'> = {
    uuid: body.uuid ?? randomUUID(),
    database_name: body.database_name,
    engine: dialect.id,
    uri_masked: maskAddress(uri),
    uri_secret: services.encrypt(uri),
    ...tunnelColumns(tunnel, services.encrypt),
    extra: body.extra || '{}',
    encrypted_extra: body.masked_encrypted_extra ? services.encrypt(body.masked_encrypted_extra) : null,
    cache_timeout: body.cache_timeout ?? null,
    expose_in_sqllab: flag(body.expose_in_sqllab ?? true),
    allow_run_async: flag(body.allow_run_async),
    allow_ctas: flag(body.allow_ctas),
    allow_cvas: flag(body.allow_cvas),
    allow_dml: flag(body.allow_dml),
    allow_file_upload: flag(body.allow_file_upload),
    allow_multi_catalog: flag(body.allow_multi_catalog),
    force_ctas_schema: body.force_ctas_schema || null,
    impersonate_user: flag(body.impersonate_user),
    configuration_method: body.configuration_method ?? 'sqlalchemy_form',
    server_cert: body.server_cert ?? null,
    is_managed_externally: flag(body.is_managed_externally),
    external_url: body.external_url ?? null,
    created_on: now,
    changed_on: now,
    created_by: userId,
    changed_by: userId,
  }
  const inserted = await services.db.insertInto('databases').values(row).returningAll().executeTakeFirstOrThrow()
  await ensurePairs(services.db, [databasePair(inserted)])
  return inserted
}

const flag = (value: boolean | null | undefined): Flag => (value ? 1 : 0)

const FLAGS = [
  'expose_in_sqllab',
  'allow_run_async',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_file_upload',
  'allow_multi_catalog',
  'impersonate_user',
  'is_managed_externally',
] as const
const VALUES = ['cache_timeout', 'force_ctas_schema', 'server_cert', 'external_url'] as const

interface ConnectionChange {
  readonly body: UpdateBody
  /** Null and undefined stand for what stays as it is; a tunnel that is null is taken away. */
  readonly address: CheckedAddress | null
  readonly tunnel: Tunnel | null | undefined
}

/** Changes a connection: only what the body has. */
export async function updateDatabase(
  services: Services,
  row: Row<'databases'>,
  { body, address, tunnel }: ConnectionChange,
  userId: number | null,
): Promise<void> {
  const patch: RowPatch<'databases'> = {
    ...patchOf(services, row, body),
    changed_on: services.now().toISOString(),
    changed_by: userId,
  }
  if (address) {
    patch.engine = address.dialect.id
    patch.uri_masked = maskAddress(address.uri)
    patch.uri_secret = services.encrypt(address.uri)
  }
  if (tunnel !== undefined) Object.assign(patch, tunnelColumns(tunnel, services.encrypt))
  if (body.database_name && body.database_name !== row.database_name) {
    await refuseTakenName(services, body.database_name, row.id)
    await renameDatabasePairs(services.db, row, body.database_name)
    patch.database_name = body.database_name
  }
  await services.db.updateTable('databases').set(patch).where('id', '=', row.id).execute()
  await services.gateway.forget(row.id)
}

function patchOf(services: Services, row: Row<'databases'>, body: UpdateBody): RowPatch<'databases'> {
  const patch: RowPatch<'databases'> = {}
  for (const name of FLAGS) if (typeof body[name] === 'boolean') patch[name] = flag(body[name])
  for (const name of VALUES) if (body[name] !== undefined) Object.assign(patch, { [name]: body[name] })
  if (body.extra !== undefined) patch.extra = body.extra || '{}'
  if (body.configuration_method) patch.configuration_method = body.configuration_method
  if (body.masked_encrypted_extra) {
    const stored = row.encrypted_extra === null ? null : services.decrypt(row.encrypted_extra)
    patch.encrypted_extra = services.encrypt(unmaskedExtra(body.masked_encrypted_extra, stored))
  }
  return patch
}

async function refuseTakenName({ db }: Services, name: string, exceptId: number | null): Promise<void> {
  const taken = await db.selectFrom('databases').select('id').where('database_name', '=', name).executeTakeFirst()
  if (taken && taken.id !== exceptId) throw new Problem(422, { database_name: NAME_TAKEN })
}

async function isNamed({ db }: Services, table: 'datasets' | 'reports', databaseId: number): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('database_id', '=', databaseId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes a connection that nothing is built on. */
export async function deleteDatabase(services: Services, row: Row<'databases'>): Promise<void> {
  const { db } = services
  await dropTemporaryDatasets(db, { databaseId: row.id })
  if (await isNamed(services, 'datasets', row.id))
    throw new Problem(422, 'Cannot delete a database that has datasets attached')
  if (await isNamed(services, 'reports', row.id)) throw new Problem(422, 'Cannot delete a database that alerts ask')
  await db.updateTable('tabs').set({ database_id: null }).where('database_id', '=', row.id).execute()
  await db.updateTable('saved_queries').set({ db_id: null }).where('db_id', '=', row.id).execute()
  await db.deleteFrom('tab_tables').where('database_id', '=', row.id).execute()
  await removeDatabasePairs(db, row)
  await db.deleteFrom('databases').where('id', '=', row.id).execute()
  await services.gateway.forget(row.id)
}
