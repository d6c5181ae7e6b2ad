import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { Problem } from '../wire/problem.ts'

const MAX_ENTRIES = 10_000
const MAX_BYTES = 256 * 1024 * 1024

/**
 * The files of a ZIP by their path below its one folder. Sizes are counted while they are read, so a small archive
 * cannot become a large memory. Throws 422 for what is no ZIP.
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await open(bytes)
  const files = new Map<string, Buffer>()
  let left = MAX_BYTES
  try {
    for await (const entry of entries(zip)) {
      if (entry.fileName.endsWith('/')) continue
      left -= entry.uncompressedSize
      if (left < 0 || files.size >= MAX_ENTRIES) throw new Problem(422, 'The archive holds more than an import may.')
      const [, ...path] = entry.fileName.split('/')
      files.set(path.length === 0 ? entry.fileName : path.join('/'), await buffer(await stream(zip, entry)))
    }
  } catch (cause) {
    throw cause instanceof Problem ? cause : notZip(cause)
  } finally {
    zip.close()
  }
  return files
}

const notZip = (cause: unknown) => new Problem(422, 'The file is not a ZIP archive.', { cause })

const open = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(notZip(error)) : resolve(zip),
    )
  })

async function* entries(zip: ZipFile): AsyncIterable<Entry> {
  const next = () =>
    new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', (entry: Entry) => {
        zip.removeAllListeners('end')
        resolve(entry)
      })
      zip.once('end', () => resolve(null))
      zip.once('error', reject)
      zip.readEntry()
    })
  for (let entry = await next(); entry !== null; entry = await next()) yield entry
}

const stream = (zip: ZipFile, entry: Entry) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
