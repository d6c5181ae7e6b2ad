import { randomBytes } from 'node:crypto'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { openapi } from '../../wire/openapi.ts'
import { Raw, rawJson } from '../../wire/raw.ts'
import type { RouteShape } from '../../wire/route.ts'
import { docsPage, openapiDocument } from './contract.ts'
import { docsHtml } from './docs-page.ts'

/** The document describes the routes that it is given, these two among them. */
export function docsEndpoints(routes: readonly RouteShape[]): Endpoint[] {
  let document: ReturnType<typeof openapi> | null = null
  const written = () => {
    document ??= openapi(routes)
    return document
  }
  return [
    endpoint(openapiDocument, () => rawJson(JSON.stringify(written()))),
    endpoint(docsPage, () => {
      const nonce = randomBytes(16).toString('base64')
      const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`
      return new Raw(
        200,
        { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
        docsHtml(written(), nonce),
      )
    }),
  ]
}
