import type { ImportReport } from '../../../resources/kit/transfer.ts'
import { http } from '../../data/http.ts'

/** Secrets by the field of the import, then by the file that needs them. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>

export const withSecret = (secrets: Secrets, field: string, file: string, value: string): Secrets => ({
  ...secrets,
  [field]: { ...secrets[field], [file]: value },
})

export const inspectArchive = async (resource: string, file: File, secrets: Secrets, signal: AbortSignal) => {
  const path = `/api/v1/${resource}/import/inspect/`
  return (await http.upload<{ result: ImportReport }>(path, formOf(file, secrets), { signal })).result
}

export async function importArchive(resource: string, file: File, secrets: Secrets, overwrites: boolean) {
  const form = formOf(file, secrets)
  if (overwrites) form.set('overwrite', 'true')
  await http.upload(`/api/v1/${resource}/import/`, form)
}

function formOf(file: File, secrets: Secrets): FormData {
  const form = new FormData()
  for (const [field, byFile] of Object.entries(secrets)) form.set(field, JSON.stringify(byFile))
  form.set('formData', file, file.name)
  return form
}
