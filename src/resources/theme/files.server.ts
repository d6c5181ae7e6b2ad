import type { z } from 'zod'
import { type ExportFile, metadataFile } from '../../gateway/export-files.server.ts'
import { type Archive, importProblem } from '../../gateway/import-files.server.ts'
import { type ImportRun, notPassed } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import { Problem } from '../../wire/problem.ts'
import { usableTheme } from '../kit/look/theme-config.ts'
import { ThemeFile, themeFiles } from '../kit/look/theme-files.server.ts'
import { insertTheme, mayChangeTheme, type Theme, updateTheme } from './store.server.ts'

/** Type of an archive of themes in its `metadata.yaml`. */
export const THEME_TYPE = 'Theme'

/** The files of themes; null when one of the ids is none. */
export async function filesOfThemes({ db, now }: Services, ids: readonly number[]): Promise<ExportFile[] | null> {
  const rows = await inPortions(ids, (portion) =>
    db.selectFrom('themes').selectAll().where('id', 'in', portion).orderBy('id').execute(),
  )
  return rows.length < ids.length ? null : [metadataFile(THEME_TYPE, now()), ...themeFiles(rows)]
}

/** Stores the themes of an archive; what may not stand in a theme here is left out of them. */
export async function importThemes(run: ImportRun, archive: Archive): Promise<void> {
  const { services, userId } = run
  const files = archive.files('themes', ThemeFile)
  const known = new Map(
    (
      await services.db
        .selectFrom('themes')
        .selectAll()
        .where('uuid', 'in', ['', ...files.map(({ value }) => value.uuid)])
        .execute()
    ).map((row) => [row.uuid, row]),
  )
  const refused: Record<string, string> = {}
  for (const { name, value } of files) {
    const fault = faultOf(run, value, known.get(value.uuid))
    if (fault !== null) refused[name] = fault
  }
  if (Object.keys(refused).length > 0) throw importProblem(refused, run.noun)
  for (const { value } of files) {
    const body = { theme_name: value.theme_name, json_data: JSON.stringify(usableTheme(value.json_data)) }
    const stored = known.get(value.uuid)
    if (stored) await updateTheme(services, stored.id, body, userId)
    else await insertTheme(services, body, userId, value.uuid)
  }
}

function faultOf(run: ImportRun, value: z.output<typeof ThemeFile>, stored: Theme | undefined): string | null {
  if (usableTheme(value.json_data) === null) return 'Invalid theme configuration structure'
  if (!stored) return null
  if (!run.overwrite) return notPassed('Theme')
  return mayChangeTheme(stored, run.caller) instanceof Problem ? 'Theme already exists and you may not change it' : null
}
