import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Raw } from '../wire/raw.ts'

/**
 * An archive of the dialect as a download: its files below one folder that carries the time. They are made and packed
 * one by one, so that any number of them needs no memory at once and others have a turn between two.
 */
export async function archiveAnswer(
  kind: string,
  files: readonly { readonly name: string; readonly content: string }[],
  now: Date,
): Promise<Raw> {
  const root = `${kind}_export_${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}`
  const zip = new ZipFile()
  for (const file of files)
    zip.addReadStreamLazy(`${root}/${file.name}`, { mtime: now }, (take) => {
      take(null, Readable.from([Buffer.from(file.content)]))
    })
  const disposition = `attachment; filename=${root}.zip`
  return new Raw(200, { 'content-type': 'application/zip', 'content-disposition': disposition }, await bytesOfZip(zip))
}

/** A ZIP archive of texts or bytes. */
export async function zipOf(
  entries: readonly { readonly name: string; readonly content: string | Uint8Array }[],
  mtime: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content } of entries) zip.addBuffer(bytesOf(content), name, { mtime })
  return bytesOfZip(zip)
}

async function bytesOfZip(zip: ZipFile): Promise<Buffer> {
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
