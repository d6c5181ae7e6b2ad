import { z } from 'zod'
import { type ExportFile, exportFile, objectOf, VERSION } from '../../../gateway/export-files.server.ts'
import { type Archive, uuidText } from '../../../gateway/import-files.server.ts'
import type { ImportRun } from '../../../gateway/import-run.server.ts'
import { fileName } from '../../../gateway/yaml-file.ts'
import type { Row } from '../../../metadata/tables.server.ts'
import { newStamps } from '../stamps.server.ts'
import { usableTheme } from './theme-config.ts'

/** `themes/<name>.yaml`. The theme itself is an object, or its JSON as text. */
export const ThemeFile = z.looseObject({
  theme_name: z.string().trim().min(1).max(250),
  json_data: z.unknown(),
  uuid: uuidText(),
})

/** Themes as archives hold them, each under a name of its own. */
export function themeFiles(rows: readonly Row<'themes'>[]): ExportFile[] {
  const taken = new Set<string>()
  return rows.map((row) => {
    const base = `themes/${fileName(row.theme_name)}`
    const name = taken.has(base) ? `${base}_${row.id}` : base
    taken.add(name)
    const { theme_name, uuid } = row
    return exportFile(`${name}.yaml`, () => ({
      theme_name,
      json_data: objectOf(row.json_data),
      uuid,
      version: VERSION,
    }))
  })
}

/**
 * The ids of the themes that dashboards of an archive name, by uuid. Themes that are known stay as they are; others are
 * made by those who may make themes, without what may not stand in one here.
 */
export async function themesOfArchive(run: ImportRun, archive: Archive): Promise<ReadonlyMap<string, number>> {
  const { db } = run.services
  const stored = await db.selectFrom('themes').select(['id', 'uuid']).execute()
  const ids = new Map(stored.map((row) => [row.uuid, row.id]))
  if (!run.caller.can('can_write', 'Theme')) return ids
  for (const { value } of archive.files('themes', ThemeFile)) {
    const theme = usableTheme(value.json_data)
    if (ids.has(value.uuid) || theme === null) continue
    const row = {
      uuid: value.uuid,
      theme_name: value.theme_name,
      json_data: JSON.stringify(theme),
      is_system: 0,
      is_system_default: 0,
      is_system_dark: 0,
      ...newStamps(run.services, run.userId),
    } as const
    const { id } = await db.insertInto('themes').values(row).returning('id').executeTakeFirstOrThrow()
    ids.set(value.uuid, id)
  }
  return ids
}
