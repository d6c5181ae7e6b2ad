import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** The files of a ZIP as texts, by their path. */
export async function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await unzippedBytes(bytes))].map(([name, content]) => [name, content.toString()]))
}

/** The files of a ZIP by their path. */
export async function unzippedBytes(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: false, autoClose: false })
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => entries.push(entry))
  await new Promise((resolve) => zip.once('end', resolve))
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const stream = await promisify(
      zip.openReadStream.bind(zip) as (
        entry: Entry,
        done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
      ) => void,
    )(entry)
    files.set(entry.fileName, await buffer(stream as AsyncIterable<Buffer>))
  }
  zip.close()
  return files
}
