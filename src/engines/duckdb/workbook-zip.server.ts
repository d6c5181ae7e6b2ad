import { type Entry, open, type ZipFile } from 'yauzl'
import { FileFault } from './file-fault.ts'

const MAX_ENTRIES = 5_000
const MAX_BYTES = 1024 * 1024 * 1024
const MAX_RATIO = 200
const SMALL = 10 * 1024 * 1024

/** The parts of an Excel workbook, read as streams; what a part holds is counted while it is read. */
export class WorkbookZip {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** Throws a FileFault for what is no ZIP, and for one that grows to more than a workbook may. */
  static async open(path: string): Promise<WorkbookZip> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      open(path, { lazyEntries: false, autoClose: false, validateEntrySizes: true }, (error, opened) =>
        error ? reject(new FileFault('The file is no Excel workbook.', { cause: error })) : resolve(opened),
      )
    })
    const entries = new Map<string, Entry>()
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => entries.set(entry.fileName.replace(/^\//, ''), entry))
      zip.once('end', resolve)
      zip.once('error', (cause: unknown) => reject(new FileFault('The workbook is damaged.', { cause })))
    })
    checkSizes([...entries.values()])
    return new WorkbookZip(zip, entries)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }
  /** The bytes of a part; nothing where there is no such part. */
  async *read(name: string): AsyncIterable<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) return
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    for await (const piece of stream) yield piece as Buffer
  }
  close() {
    this.#zip.close()
  }
}

function checkSizes(entries: readonly Entry[]) {
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const isBomb = entries.some((e) => e.uncompressedSize > SMALL && e.uncompressedSize > e.compressedSize * MAX_RATIO)
  if (entries.length > MAX_ENTRIES || total > MAX_BYTES || isBomb)
    throw new FileFault('The workbook holds more than a file may.')
}
