import type { PreparedFile } from '../../../engines/table-loader.ts'
import { http } from '../http.ts'
import { sendFile } from './send-file.ts'
import { fieldsOf, lookedAtBytes, type UploadForm, type UploadPlace } from './upload-form.ts'

interface DatabaseRow {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly extra: string | null
}

const PLACES_Q =
  '(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:!t)),order_column:database_name,order_direction:asc,page_size:100)'

/** Databases that take files, with their schemas. */
export async function readPlaces(signal: AbortSignal): Promise<readonly UploadPlace[]> {
  const path = `/api/v1/database/?q=${encodeURIComponent(PLACES_Q)}`
  const { result } = await http.get<{ result: readonly DatabaseRow[] }>(path, { signal })
  return result.map((row) => ({
    id: row.id,
    name: row.database_name,
    backend: row.backend,
    schemas: schemasIn(row.extra),
  }))
}

function schemasIn(extra: string | null): readonly string[] {
  try {
    const { schemas_allowed_for_file_upload: schemas } = JSON.parse(extra ?? '{}') as Record<string, unknown>
    return Array.isArray(schemas) ? schemas.map(String) : []
  } catch {
    return []
  }
}

/** What the file holds; a long text is judged by its beginning. */
export async function lookInto(file: File, form: UploadForm, signal: AbortSignal): Promise<PreparedFile> {
  const bytes = lookedAtBytes(file.name, file.size)
  const part = bytes === null ? file : await wholeLines(file.slice(0, bytes))
  const path = '/api/v1/database/upload_preview/'
  return (await http.upload<{ result: PreparedFile }>(path, formOf(file, part, form), { signal })).result
}

/** Makes the table, and tells how much of the file was sent, from 0 to 1. */
export const upload = (file: File, form: UploadForm, signal: AbortSignal, onSent: (fraction: number) => void) =>
  sendFile(`/api/v1/database/${form.placeId}/upload/`, formOf(file, file, form), signal, onSent)

async function wholeLines(part: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await part.arrayBuffer())
  const end = bytes.lastIndexOf(10)
  return end < 0 ? part : part.slice(0, end + 1)
}

function formOf(file: File, content: Blob, form: UploadForm): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(file.name, form))) data.set(name, value)
  data.set('file', content, file.name)
  return data
}
