import { ZipFile } from 'yazl'

/** A ZIP archive of texts or bytes. */
export async function zipOf(
  entries: readonly { readonly name: string; readonly content: string | Uint8Array }[],
  mtime: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content } of entries) zip.addBuffer(Buffer.from(content), name, { mtime })
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
