import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'
import { maybe, text } from '../kit/fields.ts'

const SamplesQuery = z.looseObject({
  datasource_type: z.string().optional(),
  datasource_id: z.string().optional(),
  force: z.string().optional(),
  page: z.string().optional(),
  per_page: z.string().optional(),
  dashboard_id: z.string().optional(),
})
export type SamplesQuery = z.output<typeof SamplesQuery>
const TypeId = z.object({ type: z.string(), id: z.string() })

export const datasourceRoutes = {
  samples: route({
    method: 'POST',
    path: '/datasource/samples',
    needs: ['can_samples', 'Datasource'],
    object: 'none',
    face: 'view',
    csrf: false,
    query: SamplesQuery,
    body: z.unknown(),
    bodyOptional: true,
    rate: 'chart',
    reply: Opaque,
    summary: 'A page of rows of a dataset; only reads, so it needs no CSRF token',
  }),
  get: route({
    method: 'GET',
    path: '/datasource/get/{type}/{id}/',
    needs: ['can_get', 'Datasource'],
    object: 'none',
    face: 'view',
    errors: 'error',
    params: TypeId,
    reply: Opaque,
    summary: 'A dataset with columns and metrics',
  }),
  externalMetadata: route({
    method: 'GET',
    path: '/datasource/external_metadata/{type}/{id}/',
    needs: ['can_external_metadata', 'Datasource'],
    object: 'none',
    face: 'view',
    errors: 'error',
    params: TypeId,
    reply: z.unknown(),
    summary: 'Columns as the source has them',
  }),
  externalByName: route({
    method: 'GET',
    path: '/datasource/external_metadata_by_name/',
    needs: ['can_external_metadata_by_name', 'Datasource'],
    object: 'none',
    face: 'view',
    errors: 'error',
    q: z.looseObject({
      database_name: z.string(),
      schema_name: z.string().nullish(),
      catalog_name: z.string().nullish(),
      table_name: z.string(),
    }),
    reply: z.unknown(),
    summary: 'Columns of a table as the source has them',
  }),
  legacyMetadata: route({
    method: 'GET',
    path: '/superset/fetch_datasource_metadata',
    needs: ['can_fetch_datasource_metadata', 'Superset'],
    object: 'none',
    face: 'view',
    errors: 'error',
    query: z.looseObject({ datasourceKey: z.string().optional() }),
    reply: Opaque,
    summary: 'A dataset with columns and metrics',
  }),
  values: route({
    method: 'GET',
    path: '/api/v1/datasource/{type}/{id}/column/{column}/values/',
    needs: ['can_get_column_values', 'Datasource'],
    object: 'none',
    params: z.object({ type: z.string(), id: z.string(), column: z.string() }),
    query: z.looseObject({ search: z.string().optional() }),
    rate: 'chart',
    reply: Opaque,
    summary: 'Distinct values of a column',
  }),
  validate: route({
    method: 'POST',
    path: '/api/v1/datasource/{type}/{id}/validate_expression/',
    needs: ['can_validate_expression', 'Datasource'],
    object: 'none',
    params: TypeId,
    body: z.looseObject({
      expression: maybe(text()),
      expression_type: text().default('where'),
      clause: maybe(text()),
    }),
    rate: 'chart',
    reply: Opaque,
    summary: 'Whether custom SQL is understood',
  }),
}
