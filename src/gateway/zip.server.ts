import { ZipFile } from 'yazl'
import { Raw } from '../wire/raw.ts'

/** An archive of the dialect as a download: its files below one folder that carries the time. */
export async function archiveAnswer(
  kind: string,
  files: readonly { readonly name: string; readonly content: string }[],
  now: Date,
): Promise<Raw> {
  const root = `${kind}_export_${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}`
  const zip = await zipOf(
    files.map(({ name, content }) => ({ name: `${root}/${name}`, content })),
    now,
  )
  const disposition = `attachment; filename=${root}.zip`
  return new Raw(200, { 'content-type': 'application/zip', 'content-disposition': disposition }, zip)
}

/** A ZIP archive of texts or bytes. */
export async function zipOf(
  entries: readonly { readonly name: string; readonly content: string | Uint8Array }[],
  mtime: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content } of entries) zip.addBuffer(bytesOf(content), name, { mtime })
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
