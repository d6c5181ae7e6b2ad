import { z } from 'zod'
import type { RouteShape } from './route.ts'

/** The OpenAPI 3.1 document of the routes; what the wire carries, not our own shapes. */
export function openapi(routes: readonly RouteShape[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of [...routes].sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method)))
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  return {
    openapi: '3.1.0',
    info: { title: 'Sightline', version: '1' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
    },
  }
}

function operation(route: RouteShape) {
  return {
    summary: route.summary,
    tags: [route.path.split('/').find((part) => !['', 'api', 'v1'].includes(part)) ?? 'root'],
    'x-needs': route.needs,
    'x-object-rule': route.object,
    parameters: parameters(route),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: { [contentType(route)]: { schema: wireSchema(route.body) } },
      },
    }),
    responses: {
      [route.status ?? 200]: {
        description: 'Done',
        content: { 'application/json': { schema: wireSchema(route.reply) } },
      },
    },
  }
}

function contentType(route: RouteShape): string {
  if (route.bodyFormat === 'stream') return 'multipart/form-data'
  return route.bodyFormat === 'form' || route.bodyFormat === 'fields'
    ? 'application/x-www-form-urlencoded'
    : 'application/json'
}

function parameters(route: RouteShape): unknown[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = route.query
    ? Object.entries((wireSchema(route.query) as { properties?: Record<string, unknown> }).properties ?? {}).map(
        ([name, schema]) => ({ name, in: 'query', schema }),
      )
    : []
  const q = route.q
    ? [
        {
          name: 'q',
          in: 'query',
          description: 'rison',
          content: { 'application/json': { schema: wireSchema(route.q) } },
        },
      ]
    : []
  return [...inPath, ...inQuery, ...q]
}

function wireSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
}
