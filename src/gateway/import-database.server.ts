import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkAddress } from '../engines/check-address.server.ts'
import { WAREHOUSE_URI } from '../engines/source-path.ts'
import { databasePair } from '../metadata/access.server.ts'
import { ensurePairs } from '../metadata/object-pairs.server.ts'
import type { Flag, NewRow, Row } from '../metadata/tables.server.ts'
import { Problem } from '../wire/problem.ts'
import { formatAddress, MASK, maskAddress, parseAddress } from './database-address.ts'
import { engineOfAddress } from './engines-of.ts'
import { type ImportFile, importProblem, uuidText } from './import-files.server.ts'
import { readTunnel, tunnelFor } from './read-tunnel.server.ts'
import type { Services } from './services.server.ts'
import { TUNNEL_SECRETS, type Tunnel, tunnelColumns } from './tunnel-record.ts'

const flag = () =>
  z
    .boolean()
    .nullish()
    .transform((value): Flag => (value ? 1 : 0))

/** `databases/<name>.yaml`. */
export const DatabaseFile = z.looseObject({
  database_name: z.string().min(1).max(250),
  sqlalchemy_uri: z.string(),
  cache_timeout: z.int().nullish(),
  expose_in_sqllab: flag(),
  allow_run_async: flag(),
  allow_ctas: flag(),
  allow_cvas: flag(),
  allow_dml: flag(),
  allow_csv_upload: z.boolean().nullish(),
  allow_file_upload: z.boolean().nullish(),
  extra: z.unknown().optional(),
  ssh_tunnel: z
    .looseObject({
      server_address: z.string().nullish(),
      server_port: z.union([z.int(), z.string()]).nullish(),
      username: z.string().nullish(),
      password: z.string().nullish(),
      private_key: z.string().nullish(),
      private_key_password: z.string().nullish(),
    })
    .nullish(),
  impersonate_user: flag(),
  configuration_method: z.string().nullish(),
  uuid: uuidText(),
})
export type DatabaseFile = z.output<typeof DatabaseFile>

export type Secret = 'database' | (typeof TUNNEL_SECRETS)[number]

/** Secrets of databases and of their SSH tunnels by the path of the file that needs one; archives hold none. */
export type Passwords = Readonly<Record<Secret, Readonly<Record<string, string>>>>

/** The stored database that a file means: the one of its uuid, or this server's own warehouse. */
export async function findDatabase(
  { db }: Services,
  file: Pick<DatabaseFile, 'uuid' | 'sqlalchemy_uri'>,
): Promise<Row<'databases'> | null> {
  const databases = db.selectFrom('databases').selectAll()
  const known = await databases.where('uuid', '=', file.uuid).executeTakeFirst()
  if (known || file.sqlalchemy_uri !== WAREHOUSE_URI) return known ?? null
  return (await databases.where('uri_masked', '=', WAREHOUSE_URI).executeTakeFirst()) ?? null
}

function withPassword(name: string, file: DatabaseFile, passwords: Passwords): DatabaseFile {
  const address = parseAddress(file.sqlalchemy_uri)
  const password = passwords.database[name]
  if (address?.password !== MASK || password === undefined) return file
  return { ...file, sqlalchemy_uri: formatAddress({ ...address, password }) }
}

const MISSING: Readonly<Record<Secret, string>> = {
  database: 'Must provide a password for the database',
  password: 'Must provide a password for the ssh tunnel',
  private_key: 'Must provide a private key for the ssh tunnel',
  private_key_password: 'Must provide a private key password for the ssh tunnel',
}

async function tunnelOfFile(
  name: string,
  file: DatabaseFile,
  { passwords, noun }: DatabaseImport,
): Promise<Tunnel | null> {
  const engine = engineOfAddress(file.sqlalchemy_uri)?.id
  if (!file.ssh_tunnel || engine === undefined) return null
  const masked = TUNNEL_SECRETS.filter((secret) => file.ssh_tunnel?.[secret] === MASK)
  const secrets = Object.fromEntries(masked.map((secret) => [secret, passwords[secret][name]]))
  try {
    return tunnelFor(engine, await readTunnel({ ...file.ssh_tunnel, ...secrets }, null), file)
  } catch (cause) {
    throw cause instanceof Problem ? importProblem({ [name]: cause.body }, noun) : cause
  }
}

/** The secrets that an import of these databases needs and has not been given. */
export async function missingSecrets(
  services: Services,
  files: readonly ImportFile<DatabaseFile>[],
  passwords: Passwords,
): Promise<{ readonly file: string; readonly database: string; readonly secret: Secret }[]> {
  const out: { readonly file: string; readonly database: string; readonly secret: Secret }[] = []
  for (const { name, value } of files) {
    if (await findDatabase(services, value)) continue
    const masked: Secret[] = parseAddress(value.sqlalchemy_uri)?.password === MASK ? ['database'] : []
    masked.push(...TUNNEL_SECRETS.filter((secret) => value.ssh_tunnel?.[secret] === MASK))
    for (const secret of masked)
      if (passwords[secret][name] === undefined) out.push({ file: name, database: value.database_name, secret })
  }
  return out
}

/**
 * Throws 422 with every secret that is missing, all by their files: clients read from the texts what to ask for, and
 * ask once.
 */
export async function checkSecrets(
  services: Services,
  files: readonly ImportFile<DatabaseFile>[],
  { passwords, noun }: Omit<DatabaseImport, 'overwrite'>,
): Promise<void> {
  const missing = await missingSecrets(services, files, passwords)
  if (missing.length === 0) return
  const textsOf = (file: string) => missing.filter((each) => each.file === file).map(({ secret }) => MISSING[secret])
  throw importProblem(Object.fromEntries(missing.map(({ file }) => [file, { _schema: textsOf(file) }])), noun)
}

/** How the databases of an archive are taken in. */
interface DatabaseImport {
  readonly overwrite: boolean
  readonly passwords: Passwords
  /** What is imported, in the words of its errors. */
  readonly noun: string
}

/** Stores the databases of an archive and gives their ids by uuid. One that is known stays as it is, unless `overwrite`. */
export async function importDatabases(
  services: Services,
  files: readonly ImportFile<DatabaseFile>[],
  userId: number | null,
  run: DatabaseImport,
): Promise<Map<string, number>> {
  await checkSecrets(services, files, run)
  const ids = new Map<string, number>()
  for (const { name, value: file } of files) {
    const known = await findDatabase(services, file)
    const value = known ? file : withPassword(name, file, run.passwords)
    if (known && (!run.overwrite || known.uri_masked === WAREHOUSE_URI)) {
      ids.set(value.uuid, known.id)
      continue
    }
    const tunnel = known ? null : await tunnelOfFile(name, value, run)
    ids.set(
      value.uuid,
      await storeDatabase(services, { name, value, tunnel, noun: run.noun }, known?.id ?? null, userId),
    )
  }
  return ids
}

interface CheckedFile extends ImportFile<DatabaseFile> {
  readonly noun: string
  readonly tunnel: Tunnel | null
}

async function storeDatabase(
  services: Services,
  file: CheckedFile,
  knownId: number | null,
  userId: number | null,
): Promise<number> {
  const { db } = services
  const { name, value, noun } = file
  const now = services.now().toISOString()
  const row = await rowOf(services, file, now, userId)
  if (knownId !== null) {
    const { uri_secret, uri_masked, ssh_tunnel_secret, ssh_host_key, engine, created_on, created_by, uuid, ...rest } =
      row
    await db.updateTable('databases').set(rest).where('id', '=', knownId).execute()
    await services.gateway.forget(knownId)
    return knownId
  }
  const taken = await db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', value.database_name)
    .executeTakeFirst()
  if (taken) throw importProblem({ [name]: 'A database with the same name already exists.' }, noun)
  const inserted = await db.insertInto('databases').values(row).returningAll().executeTakeFirstOrThrow()
  await ensurePairs(db, [databasePair(inserted)])
  return inserted.id
}

async function rowOf(
  services: Services,
  { name, value, tunnel, noun }: CheckedFile,
  now: string,
  userId: number | null,
): Promise<NewRow<'databases'>> {
  const dialect = engineOfAddress(value.sqlalchemy_uri)
  if (!dialect) throw importProblem({ [name]: 'This release does not have the engine of the database.' }, noun)
  await checkAddress(value.sqlalchemy_uri, services.sources).catch((cause: unknown) => {
    throw cause instanceof Problem ? importProblem({ [name]: cause.message }, noun) : cause
  })
  return {
    uuid: value.uuid || randomUUID(),
    database_name: value.database_name,
    engine: dialect.id,
    uri_masked: maskAddress(value.sqlalchemy_uri),
    uri_secret: services.encrypt(value.sqlalchemy_uri),
    ...tunnelColumns(tunnel, services.encrypt),
    extra: typeof value.extra === 'string' ? value.extra : JSON.stringify(value.extra ?? {}),
    cache_timeout: value.cache_timeout ?? null,
    expose_in_sqllab: value.expose_in_sqllab,
    allow_run_async: value.allow_run_async,
    allow_ctas: value.allow_ctas,
    allow_cvas: value.allow_cvas,
    allow_dml: value.allow_dml,
    allow_file_upload: (value.allow_file_upload ?? value.allow_csv_upload) ? 1 : 0,
    allow_multi_catalog: 0,
    force_ctas_schema: null,
    impersonate_user: value.impersonate_user,
    configuration_method: value.configuration_method ?? 'sqlalchemy_form',
    server_cert: null,
    is_managed_externally: 0,
    external_url: null,
    created_on: now,
    changed_on: now,
    created_by: userId,
    changed_by: userId,
  }
}
