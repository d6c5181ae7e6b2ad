import { escapeHtml } from '../../kernel/escape-html.ts'
import type { openapi } from '../../wire/openapi.ts'

type Document = ReturnType<typeof openapi>
interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-needs': unknown
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }>
  >
}

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}details{border:1px solid #8885;border-radius:6px;margin:.3rem 0}
summary{cursor:pointer;padding:.4rem .6rem}summary code{font-weight:600}.method{display:inline-block;min-width:4.5rem}
.inside{padding:0 .8rem .6rem}pre{overflow:auto;background:#8881;padding:.6rem;border-radius:4px;font-size:12px}`

/** The document as one page without scripts, so that it can be read anywhere. */
export function docsHtml(document: Document, nonce: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  const sections = [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([tag, list]) => section(tag, list))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>API · Sightline</title><style nonce="${nonce}">${STYLE}</style></head><body>
<h1>Sightline API</h1>
<p>Make an API key under <a href="/user_info/">My account</a>, or sign in by <code>POST /api/v1/security/login</code>, and send <code>Authorization: Bearer …</code>. The same as a document: <a href="/api/v1/_openapi">OpenAPI</a>.</p>
${sections.join('\n')}
</body></html>`
}

type Entry = { readonly path: string; readonly method: string; readonly operation: Operation }

const section = (tag: string, list: readonly Entry[]) =>
  `<h2>${escapeHtml(tag)}</h2>\n${list.map(operationHtml).join('\n')}`

function operationHtml({ path, method, operation }: Entry): string {
  const parts = [
    `<p>Needs: ${escapeHtml(needsText(operation['x-needs']))}</p>`,
    parametersHtml(operation),
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
      schemaHtml(`Body (${type})`, schema),
    ),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.values(content).map(({ schema }) => schemaHtml(`Answer ${status}`, schema)),
    ),
  ]
  return `<details><summary><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary><div class="inside">${parts.join('')}</div></details>`
}

const needsText = (needs: unknown) => (Array.isArray(needs) ? needs.join(' on ') : String(needs))

function parametersHtml({ parameters }: Operation): string {
  if (parameters.length === 0) return ''
  const items = parameters.map(
    (parameter) =>
      `<li><code>${escapeHtml(parameter.name)}</code> in ${escapeHtml(parameter.in)}${parameter.description ? ` (${escapeHtml(parameter.description)})` : ''}</li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

const schemaHtml = (title: string, schema: unknown) =>
  Object.keys((schema as object | null) ?? {}).length === 0
    ? ''
    : `<p>${escapeHtml(title)}</p><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
