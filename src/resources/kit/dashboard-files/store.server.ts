import { z } from 'zod'
import { type Archive, type ImportFile, importProblem, uuidText } from '../../../gateway/import-files.server.ts'
import { checkOverwrites, type ImportRun } from '../../../gateway/import-run.server.ts'
import type { NewRow, Row } from '../../../metadata/tables.server.ts'
import { restoreTags } from '../archive-tags.server.ts'
import { type ImportedCharts, importChartsOf } from '../import-charts.server.ts'
import { themesOfArchive } from '../look/theme-files.server.ts'
import { keepFirstVersion, keepVersion } from '../versions.server.ts'
import { filterDatasetUuids, importedLayout, importedMetadata } from './imported.ts'

const text = () => z.string().nullish()
const mapping = () => z.record(z.string(), z.unknown())

/** `dashboards/<title>.yaml`. */
export const DashboardFile = z.looseObject({
  dashboard_title: z.string().max(500),
  description: text(),
  css: text(),
  slug: z.string().max(255).nullish(),
  certified_by: text(),
  certification_details: text(),
  published: z.boolean().nullish(),
  uuid: uuidText(),
  position: mapping(),
  metadata: mapping().nullish(),
  theme_uuid: uuidText().nullish(),
  tags: z.array(z.string()).nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: text(),
})
export type DashboardFile = z.output<typeof DashboardFile>

/** Stores the dashboards of an archive with their charts; known ones are written over, where the run says so. */
export async function importDashboards(run: ImportRun, archive: Archive): Promise<void> {
  const files = archive.files('dashboards', DashboardFile)
  const known = await knownDashboards(
    run,
    files.map(({ value }) => value.uuid),
  )
  await checkOverwrites(run, 'dashboard', 'Dashboard', files, known)
  for (const file of files) await checkSlug(run, file)
  const parts = await importChartsOf(
    run,
    archive,
    files.flatMap(({ value }) => filterDatasetUuids(value.metadata ?? {})),
  )
  const themes = await themesOfArchive(run, archive)
  for (const { value } of files) {
    const themeId = themes.get(value.theme_uuid ?? '') ?? null
    await storeDashboard(run, value, { ...parts, themeId }, known.get(value.uuid) ?? null)
  }
}

async function checkSlug(run: ImportRun, { name, value }: ImportFile<DashboardFile>): Promise<void> {
  if (!value.slug) return
  const taken = await run.services.db
    .selectFrom('dashboards')
    .select('id')
    .where('slug', '=', value.slug)
    .where('uuid', '!=', value.uuid)
    .executeTakeFirst()
  if (taken) throw importProblem({ [name]: `Another dashboard has the slug ${value.slug}` }, run.noun)
}

async function storeDashboard(
  run: ImportRun,
  file: DashboardFile,
  parts: ImportedCharts & { readonly themeId: number | null },
  stored: Row<'dashboards'> | null,
): Promise<void> {
  const { db, now } = run.services
  const at = now().toISOString()
  const { layout, chartIds, idOf } = importedLayout(file.position, parts.charts)
  const row = rowOf(file, at, run.userId, {
    position_json: JSON.stringify(layout),
    json_metadata: JSON.stringify(importedMetadata(file.metadata ?? {}, idOf, parts.datasets)),
    theme_id: parts.themeId,
  })
  if (stored) await keepFirst(db, stored)
  const id = stored ? await update(run, stored.id, row) : await insert(run, row)
  await db.deleteFrom('dashboard_charts').where('dashboard_id', '=', id).execute()
  if (chartIds.length > 0)
    await db
      .insertInto('dashboard_charts')
      .values(chartIds.map((chart_id) => ({ dashboard_id: id, chart_id })))
      .execute()
  await restoreTags(run, 'dashboard', id, file.tags ?? [])
  await keepVersion(db, { kind: 'dashboard', objectId: id, body: row, userId: run.userId, at })
}

const keepFirst = (db: ImportRun['services']['db'], stored: Row<'dashboards'>) =>
  keepFirstVersion(db, {
    kind: 'dashboard',
    objectId: stored.id,
    body: stored,
    userId: stored.changed_by,
    at: stored.changed_on,
  })

async function update({ services }: ImportRun, id: number, row: NewRow<'dashboards'>): Promise<number> {
  const { uuid, created_on, created_by, ...changes } = row
  await services.db.updateTable('dashboards').set(changes).where('id', '=', id).execute()
  return id
}

async function insert({ services, userId }: ImportRun, row: NewRow<'dashboards'>): Promise<number> {
  const { id } = await services.db.insertInto('dashboards').values(row).returning('id').executeTakeFirstOrThrow()
  await services.db.insertInto('owners').values({ kind: 'dashboard', object_id: id, user_id: userId }).execute()
  return id
}

const rowOf = (
  file: DashboardFile,
  at: string,
  userId: number,
  parts: { readonly position_json: string; readonly json_metadata: string; readonly theme_id: number | null },
): NewRow<'dashboards'> => ({
  uuid: file.uuid,
  slug: file.slug || null,
  dashboard_title: file.dashboard_title,
  ...parts,
  css: file.css ?? null,
  description: file.description ?? null,
  published: file.published ? 1 : 0,
  certified_by: file.certified_by ?? null,
  certification_details: file.certification_details ?? null,
  is_managed_externally: file.is_managed_externally ? 1 : 0,
  external_url: file.external_url ?? null,
  created_on: at,
  changed_on: at,
  created_by: userId,
  changed_by: userId,
})

async function knownDashboards({ services }: ImportRun, uuids: readonly string[]) {
  const rows = await services.db
    .selectFrom('dashboards')
    .selectAll()
    .where('uuid', 'in', ['', ...uuids])
    .execute()
  return new Map(rows.map((row) => [row.uuid, row]))
}
