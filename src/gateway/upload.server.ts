import { Problem } from '../wire/problem.ts'
import type { RequestContext } from '../wire/request-context.server.ts'

const MAX_UPLOAD = 100 * 1024 * 1024

export interface Upload {
  readonly file: Buffer
  readonly fields: Readonly<Record<string, string>>
}

/** Reads an upload with one file and some fields. Throws 400 without the file. */
export async function readUpload(context: RequestContext, fileField: string): Promise<Upload> {
  let file: Buffer | null = null
  const fields: Record<string, string> = {}
  for await (const part of context.parts()) {
    if (part.kind === 'field') fields[part.name] = part.value
    else {
      const bytes = await bytesOf(part.stream)
      if (part.name === fileField) file = bytes
    }
  }
  if (file === null) throw new Problem(400, 'Arguments are not correct')
  return { file, fields }
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size > MAX_UPLOAD) throw new Problem(413, 'The file is larger than allowed')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
