import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'
import type { RouteShape } from './route.ts'

const ONE_LINE = 'application/x-www-form-urlencoded'

export const takesForms = ({ bodyFormat }: RouteShape) => bodyFormat === 'form' || bodyFormat === 'fields'

/**
 * A form sent in parts, as browsers send a `FormData`, becomes the same form in one line, which everything behind it
 * reads; files in it are left out. Throws 413 for one of more bytes than the route takes.
 */
export async function partsAsOneLine(request: FastifyRequest, mostBytes: number): Promise<void> {
  if (!request.isMultipart?.()) return
  const fields = new URLSearchParams()
  let bytes = 0
  for await (const part of request.parts({ limits: { fieldSize: mostBytes } })) {
    if (part.type === 'file') part.file.resume()
    else fields.append(part.fieldname, partText(part.value))
    bytes += part.type === 'file' ? 0 : Buffer.byteLength(partText(part.value))
    if (bytes > mostBytes || (part.type === 'field' && part.valueTruncated))
      throw new Problem(413, 'The request is larger than allowed')
  }
  request.headers['content-type'] = ONE_LINE
  request.body = Buffer.from(fields.toString())
}

/** A field in its words; one that says it is JSON comes as its value. */
export const partText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
