import { PATHS } from '../../app/places.ts'

/** A table that was just made of a file. */
export interface UploadedTable {
  readonly dbId: number
  readonly schema: string
  readonly table: string
  /** Reads its first rows. */
  readonly sql: string
}

/** The address that opens the table in the editor and reads it. */
export function editorAddress({ dbId, schema, table, sql }: UploadedTable): string {
  const params = { dbid: String(dbId), schema, name: table, sql, autorun: 'true' }
  return `${PATHS.sqlEditor}?${new URLSearchParams(params)}`
}
