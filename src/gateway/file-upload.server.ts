import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { invalidFields, Problem } from '../wire/problem.ts'
import type { RequestContext } from '../wire/request-context.server.ts'
import type { Services } from './services.server.ts'

/** A file that was sent, in a private folder for as long as it is used. */
export interface SentFile {
  /** What the sender calls it; never a path here. */
  readonly fileName: string
  readonly path: string
  readonly dir: string
  readonly fields: Readonly<Record<string, string>>
}

const EXTENSIONS = /\.(csv|tsv|txt|xlsx|parquet|json|jsonl|ndjson)$/i
/** What a killed server left is nobody's any more. */
const LEFT_OVER_MS = 24 * 3_600_000

/** Streams an upload into a private file and gives it to `use`. Throws 400 for what is no such upload, 413 for too much. */
export async function withSentFile<T>(
  services: Pick<Services, 'uploadsDir' | 'conf'>,
  context: RequestContext,
  use: (sent: SentFile) => Promise<T>,
): Promise<T> {
  if (!/^multipart\/form-data\b/i.test(context.header('content-type') ?? ''))
    throw new Problem(400, "Request MIME type is not 'multipart/form-data'", {
      type: 'INVALID_PAYLOAD_FORMAT_ERROR',
      envelope: 'errors',
    })
  await removeLeftOvers(services.uploadsDir)
  const dir = join(services.uploadsDir, randomUUID())
  await mkdir(dir, { recursive: true, mode: 0o700 })
  try {
    const path = join(dir, 'source')
    const { fileName, fields } = await receive(context, path, services.conf.UPLOAD_MAX_BYTES)
    if (fileName === null) throw invalidFields({ ...fieldFaults(fields), file: ['Field may not be null.'] })
    return await use({ fileName, path, dir, fields })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function receive(context: RequestContext, path: string, maxBytes: number) {
  const fields: Record<string, string> = {}
  let fileName: string | null = null
  for await (const part of context.parts(maxBytes)) {
    if (part.kind === 'field') {
      Object.defineProperty(fields, part.name, { value: part.value, enumerable: true, configurable: true })
      continue
    }
    if (part.name !== 'file' || fileName !== null) throw invalidFields({ [part.name]: ['Unknown field.'] })
    if (!EXTENSIONS.test(part.fileName)) throw invalidFields({ file: ['File extension is not allowed.'] })
    fileName = part.fileName
    await pipeline(Readable.from(part.stream), createWriteStream(path, { mode: 0o600 }))
  }
  return { fileName, fields }
}

const TYPES = ['csv', 'excel', 'columnar']

/** What is wrong with the fields that every upload has. */
export function fieldFaults(fields: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  if (fields['type'] === undefined) return { type: ['Missing data for required field.'] }
  return TYPES.includes(fields['type']) ? {} : { type: [`Must be one of: ${TYPES.join(', ')}.`] }
}

/** Removes what a server that was killed left of uploads; called before any is taken. */
export async function forgetUploads({ uploadsDir }: Pick<Services, 'uploadsDir'>): Promise<void> {
  await rm(uploadsDir, { recursive: true, force: true })
}

async function removeLeftOvers(dir: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const info = await stat(join(dir, name)).catch(() => null)
    if (info && info.mtimeMs < Date.now() - LEFT_OVER_MS) await rm(join(dir, name), { recursive: true, force: true })
  }
}
