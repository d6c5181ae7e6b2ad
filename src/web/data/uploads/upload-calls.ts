import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PreparedFile } from '../../../engines/table-loader.ts'
import { http } from '../http.ts'
import { OPTION_PAGE, readList } from '../list.ts'
import { sendFile } from './send-file.ts'
import { fieldsOf, lookedAtBytes, type UploadForm, type UploadPlace } from './upload-form.ts'

interface DatabaseRow {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly extra: string | null
}

interface UploadPlaces {
  readonly places: readonly UploadPlace[]
  /** There are more than were read. */
  readonly isCut: boolean
}

/** The first databases by name that take files and whose names hold the text, with their schemas. */
export const placesQuery = (search: string) =>
  queryOptions({
    queryKey: ['upload-places', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<UploadPlaces> => {
      const named = search === '' ? [] : [{ col: 'database_name', opr: 'ct', value: search }]
      const query = {
        resource: 'database',
        filters: [{ col: 'allow_file_upload', opr: 'upload_is_enabled', value: true }, ...named],
        orderColumn: 'database_name',
        pageSize: OPTION_PAGE,
      }
      const { count, result } = await readList<DatabaseRow>(query, signal)
      const places = result.map((row) => ({
        id: row.id,
        name: row.database_name,
        backend: row.backend,
        schemas: schemasIn(row.extra),
      }))
      return { places, isCut: count > result.length }
    },
  })

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
