import { z } from 'zod'
import { route } from '../../wire/route.ts'

export const openapiDocument = route({
  method: 'GET',
  path: '/api/v1/_openapi',
  needs: ['can_get', 'OpenApi'],
  object: 'none',
  reply: z.unknown(),
  summary: 'OpenAPI document of every call',
})
export const docsPage = route({
  method: 'GET',
  path: '/api/docs/',
  needs: ['can_show', 'SwaggerView'],
  object: 'none',
  face: 'page',
  reply: z.unknown(),
  summary: 'Documentation of every call as a page',
})

export const docsRoutes = [openapiDocument, docsPage] as const
