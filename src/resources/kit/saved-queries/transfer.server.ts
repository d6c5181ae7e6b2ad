import { z } from 'zod'
import { databaseFile, type ExportFile, exportFile, metadataFile } from '../../../gateway/export-files.server.ts'
import { DatabaseFile, importDatabases } from '../../../gateway/import-database.server.ts'
import { type Archive, type ImportFile, importProblem, uuidText } from '../../../gateway/import-files.server.ts'
import { type ImportRun, notPassed } from '../../../gateway/import-run.server.ts'
import type { Services } from '../../../gateway/services.server.ts'
import { fileName } from '../../../gateway/yaml-file.ts'
import { inPortions } from '../../../metadata/in-portions.server.ts'
import type { Row } from '../../../metadata/tables.server.ts'
import type { Caller } from '../../../wire/caller.ts'
import { uniqueFiles } from '../export-charts.server.ts'
import type { Transfer } from '../transfer-kind.server.ts'
import { insertSavedQuery, updateSavedQuery } from './store.server.ts'

const QueryFile = z.looseObject({
  schema: z.string().nullish(),
  catalog: z.string().nullish(),
  label: z.string().max(256).nullish(),
  description: z.string().nullish(),
  sql: z.string().nullable(),
  template_parameters: z.string().nullish(),
  uuid: uuidText(),
  database_uuid: uuidText().nullable(),
})
type QueryFile = z.output<typeof QueryFile>

/** Saved queries as archives hold them, with the databases that they name. */
export const savedQueryTransfer: Transfer = {
  kind: 'saved_query',
  noun: 'saved_queries',
  type: 'SavedQuery',
  table: 'saved_queries',
  folder: 'queries',
  files: savedQueryFiles,
  store: importSavedQueries,
}

/** The caller's own of the queries; null when one of them is not. */
async function savedQueryFiles(services: Services, ids: readonly number[], caller: Caller) {
  const rows = await inPortions(ids, (portion) =>
    services.db
      .selectFrom('saved_queries')
      .selectAll()
      .where('id', 'in', portion)
      .where('user_id', '=', caller.userId ?? 0)
      .execute(),
  )
  if (rows.length < ids.length) return null
  const databaseIds = [...new Set(rows.flatMap((row) => row.db_id ?? []))]
  const databases = await services.db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [-1, ...databaseIds])
    .execute()
  const byId = new Map(databases.map((row) => [row.id, row]))
  const queries = queryFiles(rows, byId)
  const files = rows.flatMap(({ db_id }, i) => {
    const database = byId.get(db_id ?? -1)
    return [...queries.slice(i, i + 1), ...(database ? [databaseFile(database, services.decrypt)] : [])]
  })
  return uniqueFiles([metadataFile('SavedQuery', services.now()), ...files])
}

function queryFiles(
  rows: readonly Row<'saved_queries'>[],
  databases: ReadonlyMap<number, Row<'databases'>>,
): ExportFile[] {
  const taken = new Set<string>()
  return rows.map((row) => {
    const database = row.db_id === null ? undefined : databases.get(row.db_id)
    const folder = [database?.database_name, row.catalog, row.schema]
      .filter((part) => part)
      .map((part) => fileName(part ?? ''))
    const base = ['queries', ...folder, fileName(row.label ?? 'untitled')].join('/')
    const name = taken.has(base) ? `${base}_${row.id}` : base
    taken.add(name)
    return exportFile(`${name}.yaml`, () => ({
      catalog: row.catalog,
      schema: row.schema,
      label: row.label,
      description: row.description,
      sql: row.sql,
      ...(row.template_parameters === null ? {} : { template_parameters: row.template_parameters }),
      uuid: row.uuid,
      version: '1.0.0',
      database_uuid: database?.uuid ?? null,
    }))
  })
}

/** Stores the saved queries of an archive as the caller's own. */
async function importSavedQueries(run: ImportRun, archive: Archive): Promise<void> {
  const { services, userId } = run
  const files = archive.files('queries', QueryFile)
  const known = await knownQueries(run, files)
  const databases = await databasesOf(run, archive.files('databases', DatabaseFile))
  for (const { value } of files) {
    const { schema, catalog, label, description, sql, template_parameters = null, uuid, database_uuid } = value
    const db_id = databases.get(database_uuid ?? '') ?? null
    const body = { schema, catalog, label, description, sql, template_parameters, db_id }
    const row = known.get(uuid)
    if (row) await updateSavedQuery(services, row, body, userId)
    else await insertSavedQuery(services, { ...body, uuid }, userId)
  }
}

async function knownQueries(
  { services, userId, overwrite, noun }: ImportRun,
  files: readonly ImportFile<QueryFile>[],
): Promise<Map<string, Row<'saved_queries'>>> {
  const uuids = files.map(({ value }) => value.uuid)
  const rows =
    uuids.length === 0
      ? []
      : await services.db.selectFrom('saved_queries').selectAll().where('uuid', 'in', uuids).execute()
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const refused: Record<string, string> = {}
  for (const { name, value } of files) {
    const row = byUuid.get(value.uuid)
    if (row && row.user_id !== userId) refused[name] = 'The saved query belongs to another user'
    else if (row && !overwrite) refused[name] = notPassed('Saved query')
  }
  if (Object.keys(refused).length > 0) throw importProblem(refused, noun)
  return byUuid
}

/** Only those who may write databases make them by an import; for others, a known one is used. */
async function databasesOf(
  { services, caller, userId, passwords, noun }: ImportRun,
  files: readonly ImportFile<DatabaseFile>[],
) {
  if (caller.can('can_write', 'Database'))
    return importDatabases(services, files, userId, { overwrite: false, passwords, noun })
  const uuids = files.map(({ value }) => value.uuid)
  const rows =
    uuids.length === 0
      ? []
      : await services.db.selectFrom('databases').select(['id', 'uuid']).where('uuid', 'in', uuids).execute()
  return new Map(rows.map((row) => [row.uuid, row.id]))
}
