import { z } from 'zod'
import { type Archive, uuidText } from '../../gateway/import-files.server.ts'
import type { ReportedObject } from './transfer.ts'

export type Content = Readonly<Record<string, unknown>>

/** A file of an archive that holds an object. */
export interface ObjectFile {
  readonly kind: ReportedObject['kind']
  readonly folder: string
  readonly file: string
  readonly uuid: string
  readonly name: string
  readonly value: Content
}

/** What archives hold, by folder, and the field that names it. In the order in which people look for it. */
const FOLDERS = [
  ['dashboards', 'dashboard', 'dashboard_title'],
  ['charts', 'chart', 'slice_name'],
  ['queries', 'saved_query', 'label'],
  ['datasets', 'dataset', 'table_name'],
  ['databases', 'database', 'database_name'],
] as const

const Named = z.looseObject({ uuid: uuidText() })

/** The objects of an archive. Throws 422 naming the files without a uuid. */
export const objectFiles = (archive: Archive): ObjectFile[] =>
  FOLDERS.flatMap(([folder, kind, title]) =>
    archive.files(folder, Named).map(({ name: file, value }) => {
      const name = typeof value[title] === 'string' && value[title] !== '' ? value[title] : file
      return { kind, folder, file, uuid: value.uuid, name, value }
    }),
  )

/** What of an object means the same wherever it is stored: ids that a save leaves in the settings are put aside. */
export function comparable(folder: string, value: Content): Content {
  if (folder !== 'charts') return value
  const context = contextOf(value.query_context)
  return { ...value, params: withoutIds(value.params), query_context: context }
}

function contextOf(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return null
  try {
    const context: unknown = JSON.parse(text)
    if (!isObject(context)) return context
    const { datasource, ...rest } = context
    return { ...rest, form_data: withoutIds(context.form_data) }
  } catch {
    return text
  }
}

function withoutIds(form: unknown): unknown {
  if (!isObject(form)) return form
  const { slice_id, dashboards, dashboardId, datasource, ...rest } = form
  return rest
}

const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
