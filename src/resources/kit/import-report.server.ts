import { z } from 'zod'
import { databaseFile, type ExportFile } from '../../gateway/export-files.server.ts'
import { DatabaseFile, missingSecrets } from '../../gateway/import-database.server.ts'
import type { Archive } from '../../gateway/import-files.server.ts'
import { type ImportRun, inVain } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { fromYaml } from '../../gateway/yaml-file.ts'
import { jsonChanges } from '../../kernel/json-changes.ts'
import { usableDatabases, visibleCharts } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { tagNames, tagsOf } from './archive-tags.server.ts'
import { chartFile, exportDatasets } from './export-charts.server.ts'
import { type Content, comparable, type ObjectFile, objectFiles } from './report-files.server.ts'
import type { ImportReport, ReportedObject } from './transfer.ts'
import type { Transfer } from './transfer-kind.server.ts'
import { unmappedSettings } from './unmapped-settings.server.ts'

/** Where an import takes a secret, by the secret. */
const SECRET_FIELDS = {
  database: 'passwords',
  password: 'ssh_tunnel_passwords',
  private_key: 'ssh_tunnel_private_keys',
  private_key_password: 'ssh_tunnel_private_key_passwords',
} as const

type States = ReadonlyMap<string, Content>

/**
 * What an import that may write over things would do: it is done inside a transaction, the objects are compared before
 * and after as exports show them, and all of it is taken back.
 */
export async function importReport(run: ImportRun, archive: Archive, transfer: Transfer): Promise<ImportReport> {
  const nothing = { objects: [], unmapped: [], secrets: [], problems: [] }
  try {
    const files = objectFiles(archive)
    const unmapped = files.flatMap((file) => unmappedSettings(file, run.services.now()))
    const secrets = await neededSecrets(run, archive)
    if (secrets.length > 0) return { ...nothing, unmapped, secrets }
    const objects = await inVain(run.services, async (services) => {
      const before = await statesOf(services, files, transfer, run.caller)
      await transfer.store({ ...run, services, overwrite: true }, archive)
      return objectsOf(files, before, await statesOf(services, files, transfer, run.caller))
    })
    return { ...nothing, objects, unmapped }
  } catch (cause) {
    return { ...nothing, problems: problemsOf(cause) }
  }
}

async function neededSecrets({ services, passwords, caller }: ImportRun, archive: Archive) {
  if (!caller.can('can_write', 'Database')) return []
  const missing = await missingSecrets(services, archive.files('databases', DatabaseFile), passwords)
  return missing.map(({ file, database, secret }) => ({ file, database, field: SECRET_FIELDS[secret] }))
}

const objectsOf = (files: readonly ObjectFile[], before: States, after: States): ReportedObject[] =>
  files.map(({ kind, folder, file, uuid, name }) => {
    const [old, now] = [before.get(`${folder} ${uuid}`), after.get(`${folder} ${uuid}`)]
    const changes = old && now ? jsonChanges(old, now) : []
    const isCreated = old === undefined && now !== undefined
    const outcome = isCreated ? 'created' : changes.length > 0 ? 'overwritten' : 'unchanged'
    return { kind, file, uuid, name, outcome, exists: !isCreated, changes }
  })

const ByFile = z.record(z.string(), z.unknown())

/** Why an import is refused, by file; throws what is no such refusal. */
export function problemsOf(cause: unknown): ImportReport['problems'] {
  if (!(cause instanceof Problem) || cause.status !== 422) throw cause
  const byFile = ByFile.safeParse(cause.detail.extra)
  if (!byFile.success || Object.keys(byFile.data).length === 0) return [{ file: '', message: cause.message }]
  return Object.entries(byFile.data).map(([file, words]) => ({ file, message: wordsOf(words) }))
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).join(' ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([field, words]) => (field === '_schema' || field === '' ? wordsOf(words) : `${field}: ${wordsOf(words)}`))
    .join('; ')
}

/** The objects of an archive as the store has them, by folder and uuid. */
async function statesOf(
  services: Services,
  files: readonly ObjectFile[],
  { table, folder: own, files: exported }: Transfer,
  caller: Caller,
): Promise<States> {
  const uuids = (folder: string) => ['', ...files.flatMap((file) => (file.folder === folder ? [file.uuid] : []))]
  const rows = await services.db.selectFrom(table).select('id').where('uuid', 'in', uuids(own)).execute()
  const ids = rows.map(({ id }) => id)
  const ownFiles = ids.length === 0 ? null : await exported(services, ids, caller)
  const states = [...(await partsOf(services, uuids, caller)), ...(ownFiles ?? [])].flatMap(stateOf)
  return new Map(states)
}

const Stored = z.looseObject({ uuid: z.string() })

function stateOf({ name, content }: ExportFile): [string, Content][] {
  const [folder = ''] = name.split('/')
  const stored = Stored.safeParse(fromYaml(content))
  return stored.success ? [[`${folder} ${stored.data.uuid}`, comparable(folder, stored.data)]] : []
}

/** Charts, datasets and databases, whatever depends on them. */
async function partsOf(
  services: Services,
  uuids: (folder: string) => readonly string[],
  caller: Caller,
): Promise<ExportFile[]> {
  const { db, decrypt } = services
  const datasets = await db.selectFrom('datasets').select('id').where('uuid', 'in', uuids('datasets')).execute()
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('uuid', 'in', uuids('databases'))
    .where(usableDatabases(caller))
    .execute()
  const charts = await db
    .selectFrom('charts')
    .selectAll()
    .where('uuid', 'in', uuids('charts'))
    .where(visibleCharts(caller))
    .execute()
  const ids = [...charts.map((chart) => chart.datasource_id), ...datasets.map(({ id }) => id)]
  const exported = await exportDatasets({ db, decrypt }, ids, caller)
  const tags = await tagsOf(
    db,
    'chart',
    charts.map(({ id }) => id),
  )
  const namesOf = tagNames(tags)
  return [
    ...databases.map((row) => databaseFile(row, decrypt)),
    ...datasets.flatMap(({ id }) => exported.files(id)),
    ...charts.map((chart) => chartFile(chart, exported, namesOf(chart.id))),
  ]
}
