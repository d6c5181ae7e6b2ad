import { z } from 'zod'
import { databaseFile, type ExportFile, metadataFile } from '../../gateway/export-files.server.ts'
import { DatabaseFile, importDatabases } from '../../gateway/import-database.server.ts'
import { type ImportFile, importProblem, openArchive, uuidText } from '../../gateway/import-files.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { fileName, toYaml } from '../../gateway/yaml-file.ts'
import { archiveAnswer } from '../../gateway/zip.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { insertSavedQuery, ownOnes, updateSavedQuery } from './store.server.ts'

const QueryFile = z.looseObject({
  schema: z.string().nullish(),
  catalog: z.string().nullish(),
  label: z.string().max(256).nullish(),
  description: z.string().nullish(),
  sql: z.string().nullish(),
  template_parameters: z.string().nullish(),
  uuid: uuidText(),
  database_uuid: uuidText().nullish(),
})
type QueryFile = z.output<typeof QueryFile>

/** Saved queries of the caller as a ZIP of YAML files, with the databases that they name. */
export async function exportSavedQueries(services: Services, ids: readonly number[], caller: Caller) {
  const rows = await ownOnes(services, ids, caller)
  const databaseIds = [...new Set(rows.flatMap((row) => row.db_id ?? []))]
  const databases =
    databaseIds.length === 0
      ? []
      : await services.db.selectFrom('databases').selectAll().where('id', 'in', databaseIds).execute()
  const files = [
    metadataFile('SavedQuery', services.now()),
    ...queryFiles(rows, new Map(databases.map((row) => [row.id, row]))),
    ...databases.map((database) => databaseFile(database, services.decrypt)),
  ]
  return archiveAnswer('saved_query', files, services.now())
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
    return {
      name: `${name}.yaml`,
      content: toYaml({
        catalog: row.catalog,
        schema: row.schema,
        label: row.label,
        description: row.description,
        sql: row.sql,
        ...(row.template_parameters === null ? {} : { template_parameters: row.template_parameters }),
        uuid: row.uuid,
        version: '1.0.0',
        database_uuid: database?.uuid ?? null,
      }),
    }
  })
}

/** Stores the saved queries of an archive as the caller's own. */
export async function importSavedQueries(services: Services, bytes: Buffer, overwrite: boolean, caller: Caller) {
  const userId = caller.userId
  if (userId === null) throw new Problem(403, 'Forbidden')
  const archive = await openArchive(bytes)
  const files = archive.files('queries', QueryFile)
  const known = await knownQueries(services, files, caller, overwrite)
  const databases = await databasesOf(services, archive.files('databases', DatabaseFile), caller)
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
  services: Services,
  files: readonly ImportFile<QueryFile>[],
  caller: Caller,
  overwrite: boolean,
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
    if (row && row.user_id !== caller.userId) refused[name] = 'The saved query belongs to another user'
    else if (row && !overwrite) refused[name] = 'Saved query already exists and `overwrite=true` was not passed'
  }
  if (Object.keys(refused).length > 0) throw importProblem(refused, 'saved_queries')
  return byUuid
}

/** Only those who may write databases make them by an import; for others, a known one is used. */
async function databasesOf(services: Services, files: readonly ImportFile<DatabaseFile>[], caller: Caller) {
  if (caller.can('can_write', 'Database')) return importDatabases(services, files, caller.userId, false)
  const uuids = files.map(({ value }) => value.uuid)
  const rows =
    uuids.length === 0
      ? []
      : await services.db.selectFrom('databases').select(['id', 'uuid']).where('uuid', 'in', uuids).execute()
  return new Map(rows.map((row) => [row.uuid, row.id]))
}
