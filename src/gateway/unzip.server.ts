import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { Problem } from '../wire/problem.ts'

const MAX_ENTRIES = 10_000
/** YAML is read on the server's own thread: one file for a second at most, all together for some. */
const MAX_FILE_BYTES = 4 * 1024 * 1024
const MAX_BYTES = 32 * 1024 * 1024

/**
 * The YAML files of a ZIP by their path below its one folder; hidden files and others are passed over. Sizes are
 * counted while they are read, so a small archive cannot become a large memory. Throws 422 for what is no ZIP.
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await open(bytes)
  const files = new Map<string, Buffer>()
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge()
  try {
    let left = MAX_BYTES
    for await (const entry of entries(zip)) {
      const name = pathBelowRoot(entry.fileName)
      if (!isWanted(name)) continue
      left -= entry.uncompressedSize
      if (left < 0 || entry.uncompressedSize > MAX_FILE_BYTES) throw tooLarge()
      files.set(name, await buffer(await stream(zip, entry)))
    }
  } catch (cause) {
    throw cause instanceof Problem ? cause : notZip(cause)
  } finally {
    zip.close()
  }
  return files
}

function pathBelowRoot(fileName: string): string {
  const [, ...path] = fileName.split('/')
  return path.length === 0 ? fileName : path.join('/')
}

const isWanted = (name: string) => /\.ya?ml$/.test(name) && !/(^|\/)[._][^/]*$/.test(name)

const tooLarge = () => new Problem(422, 'The archive holds more than an import may.')
const notZip = (cause: unknown) =>
  new Problem(422, 'The file is not a ZIP archive.', {
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
    envelope: 'errors',
    cause,
  })

const open = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(notZip(error)) : resolve(zip),
    )
  })

async function* entries(zip: ZipFile): AsyncIterable<Entry> {
  const next = () =>
    new Promise<Entry | null>((resolve, reject) => {
      const settle = (act: () => void) => {
        zip.removeAllListeners('entry').removeAllListeners('end').off('error', onError)
        act()
      }
      const onError = (cause: unknown) => settle(() => reject(cause))
      zip.once('entry', (entry: Entry) => settle(() => resolve(entry)))
      zip.once('end', () => settle(() => resolve(null)))
      zip.on('error', onError)
      zip.readEntry()
    })
  // A failure after the last entry is nobody's: it must not end the process.
  zip.on('error', () => {})
  for (let entry = await next(); entry !== null; entry = await next()) yield entry
}

const stream = (zip: ZipFile, entry: Entry) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
