import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, ItemQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { flag, integer, jsonText, lengthBetween, maybe, text, uuid } from '../kit/fields.ts'
import { risonObject, risonText } from '../kit/rison-types.ts'
import { transferRoutes } from '../kit/transfer.ts'

const BASE = '/api/v1/database'
const VIEW = 'Database'

/** An SSH server before the database; one way to sign in, by a password or by a private key. */
const TunnelBody = z.looseObject({
  server_address: maybe(text()),
  server_port: maybe(z.union([z.int(), z.string()], { error: 'Not a valid integer.' })),
  username: maybe(text()),
  password: maybe(text()),
  private_key: maybe(text()),
  private_key_password: maybe(text()),
  /** The fingerprint that the server's key must have; the first key that is seen, where it is null. */
  server_host_key: maybe(text()),
})

const configurationMethod = () =>
  z.enum(['sqlalchemy_form', 'dynamic_form'], {
    error: ({ input }) =>
      input === null ? 'Field may not be null.' : 'Must be one of: sqlalchemy_form, dynamic_form.',
  })

const Settings = {
  allow_ctas: flag().optional(),
  allow_cvas: flag().optional(),
  allow_dml: flag().optional(),
  allow_file_upload: flag().optional(),
  allow_multi_catalog: flag().optional(),
  allow_run_async: flag().optional(),
  cache_timeout: maybe(integer()),
  configuration_method: configurationMethod().optional(),
  driver: maybe(text()),
  engine: maybe(text()),
  expose_in_sqllab: flag().optional(),
  external_url: maybe(text()),
  extra: maybe(jsonText()),
  force_ctas_schema: maybe(lengthBetween(0, 250)),
  impersonate_user: flag().optional(),
  is_managed_externally: flag().optional(),
  masked_encrypted_extra: maybe(jsonText()),
  parameters: maybe(z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' })),
  server_cert: maybe(text()),
  sqlalchemy_uri: maybe(lengthBetween(1, 1024)),
  ssh_tunnel: maybe(TunnelBody),
  uuid: maybe(uuid()),
}
const CreateBody = z.looseObject({ ...Settings, database_name: lengthBetween(1, 250) })
const UpdateBody = z.looseObject({ ...Settings, database_name: lengthBetween(1, 250).optional() })
export type CreateBody = z.output<typeof CreateBody>
export type UpdateBody = z.output<typeof UpdateBody>

const ConnectionBody = z.looseObject({
  /** The connection that is edited; the mask of its password stands for the stored one. */
  id: maybe(integer()),
  database_name: maybe(text()),
  sqlalchemy_uri: maybe(text()),
  extra: maybe(text()),
  engine: maybe(text()),
  parameters: maybe(z.record(z.string(), z.unknown())),
  server_cert: maybe(text()),
  ssh_tunnel: maybe(TunnelBody),
})
export type ConnectionBody = z.output<typeof ConnectionBody>

const SchemasQ = z.looseObject({ catalog: risonText().optional() }).optional()
const TablesQ = risonObject()
  .pipe(
    z.looseObject({
      schema_name: risonText(),
      catalog_name: risonText().optional(),
    }),
  )
  .optional()
const TableQuery = z.object({
  name: z.string().optional(),
  schema: z.string().optional(),
  catalog: z.string().optional(),
})
const Named = z.object({ id: z.string().regex(/^\d{1,9}$/), table: z.string() })
const NamedInSchema = Named.extend({ schema: z.string() })

const read = { method: 'GET', needs: ['can_read', VIEW], object: 'visible', reply: Opaque } as const
const write = { needs: ['can_write', VIEW], reply: Opaque } as const

export const databaseRoutes = {
  ...listRoutes(BASE, VIEW, 'databases'),
  create: route({
    ...write,
    method: 'POST',
    path: `${BASE}/`,
    object: 'none',
    body: CreateBody,
    invalid: 422,
    brokenJson: 'errors',
    status: 201,
    summary: 'Connect a database',
  }),
  available: route({ ...read, path: `${BASE}/available/`, object: 'none', summary: 'Engines that can be connected' }),
  testConnection: route({
    ...write,
    method: 'POST',
    path: `${BASE}/test_connection/`,
    object: 'none',
    body: ConnectionBody,
    rate: 'estimate',
    summary: 'Try an address without keeping it',
  }),
  validateParameters: route({
    ...write,
    method: 'POST',
    path: `${BASE}/validate_parameters/`,
    object: 'none',
    body: ConnectionBody,
    brokenJson: 'errors',
    rate: 'estimate',
    summary: 'Check the parameters of a connection',
  }),
  ...transferRoutes(BASE, VIEW, 'databases and their datasets'),
  item: route({
    ...read,
    path: `${BASE}/{id}`,
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    summary: 'One database',
  }),
  update: route({
    ...write,
    method: 'PUT',
    path: `${BASE}/{id}`,
    object: 'visible',
    params: IdParams,
    body: UpdateBody,
    summary: 'Change a connection',
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/{id}`,
    object: 'visible',
    params: IdParams,
    reply: Message,
    summary: 'Remove a connection that nothing uses',
  }),
  connection: route({
    ...write,
    method: 'GET',
    path: `${BASE}/{id}/connection`,
    object: 'visible',
    params: IdParams,
    summary: 'A connection as its form shows it, secrets masked',
  }),
  removeTunnel: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/{id}/ssh_tunnel/`,
    object: 'visible',
    params: IdParams,
    reply: Message,
    summary: 'Reach a database without its SSH tunnel',
  }),
  relatedObjects: route({
    ...read,
    path: `${BASE}/{id}/related_objects/`,
    params: IdParams,
    summary: 'Charts, dashboards and tabs that use the database',
  }),
  syncPermissions: route({
    ...write,
    method: 'POST',
    path: `${BASE}/{id}/sync_permissions/`,
    object: 'visible',
    params: IdParams,
    bodyOptional: true,
    reply: Message,
    summary: 'Make the permission pairs of every schema',
  }),
  catalogs: route({ ...read, path: `${BASE}/{id}/catalogs/`, params: IdParams, q: SchemasQ, summary: 'Catalogs' }),
  schemas: route({ ...read, path: `${BASE}/{id}/schemas/`, params: IdParams, q: SchemasQ, summary: 'Schemas' }),
  tables: route({ ...read, path: `${BASE}/{id}/tables/`, params: IdParams, q: TablesQ, summary: 'Tables of a schema' }),
  tableMetadata: route({
    ...read,
    path: `${BASE}/{id}/table_metadata/`,
    params: IdParams,
    query: TableQuery,
    summary: 'Columns and keys of a table',
  }),
  tableExtra: route({
    ...read,
    path: `${BASE}/{id}/table_metadata/extra/`,
    params: IdParams,
    query: TableQuery,
    summary: 'What else the engine knows of a table',
  }),
  oldTable: route({
    ...read,
    path: `${BASE}/{id}/table/{table}/{schema}/`,
    params: NamedInSchema,
    summary: 'Columns and keys of a table, older form',
  }),
  oldTableExtra: route({
    ...read,
    path: `${BASE}/{id}/table_extra/{table}/{schema}/`,
    params: NamedInSchema,
    summary: 'What else the engine knows of a table, older form',
  }),
  selectStar: route({
    ...read,
    path: `${BASE}/{id}/select_star/{table}/`,
    params: Named,
    summary: 'A SELECT of all columns',
  }),
  selectStarInSchema: route({
    ...read,
    path: `${BASE}/{id}/select_star/{table}/{schema}/`,
    params: NamedInSchema,
    summary: 'A SELECT of all columns of a table in a schema',
  }),
  functionNames: route({
    ...read,
    path: `${BASE}/{id}/function_names/`,
    params: IdParams,
    summary: 'Functions, for completion',
  }),
  validateSql: route({
    ...read,
    method: 'POST',
    path: `${BASE}/{id}/validate_sql/`,
    params: IdParams,
    body: z.looseObject({
      sql: text(),
      schema: maybe(text()),
      catalog: maybe(text()),
      template_params: z.unknown().optional(),
    }),
    rate: 'estimate',
    summary: 'Faults of SQL with their places',
  }),
} as const
