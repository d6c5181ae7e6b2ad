type RawBody = string | Uint8Array | readonly Uint8Array[] | AsyncIterable<Uint8Array>

/** An answer that is no JSON of a schema: a page, a file, ready bytes, a redirect. */
export class Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Pieces of a whole that is known are sent one after the other, as one. */
  readonly body: RawBody | null

  constructor(status: number, headers: Readonly<Record<string, string | readonly string[]>>, body: RawBody | null) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** Ready JSON text, sent as it is. */
export const rawJson = (body: RawBody, status = 200) =>
  new Raw(status, { 'content-type': 'application/json; charset=utf-8' }, body)

/** A download whose name may hold any character. */
export const rawFile = (body: string | Uint8Array | AsyncIterable<Uint8Array>, contentType: string, fileName: string) =>
  new Raw(
    200,
    {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`,
    },
    body,
  )

/** Sends the client to another address, with a page for those who do not follow by themselves. */
export const redirect = (location: string, status: 302 | 303 | 308 = 302) =>
  new Raw(
    status,
    { location, 'content-type': 'text/html; charset=utf-8' },
    '<!doctype html><title>Redirecting</title><p>Redirecting.</p>\n',
  )
