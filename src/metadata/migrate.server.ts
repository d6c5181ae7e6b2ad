import { type Kysely, sql } from 'kysely'
import { alerts } from './migrations/alerts.server.ts'
import { annotations } from './migrations/annotations.server.ts'
import { apiKeys } from './migrations/api-keys.server.ts'
import { changeCounts } from './migrations/change-counts.server.ts'
import { groups } from './migrations/groups.server.ts'
import { initial } from './migrations/initial.server.ts'
import { reportPictures } from './migrations/report-pictures.server.ts'
import { reports } from './migrations/reports.server.ts'
import { sshTunnel } from './migrations/ssh-tunnel.server.ts'
import { tabHistory } from './migrations/tab-history.server.ts'
import { temporaryDatasets } from './migrations/temporary-datasets.server.ts'
import { themes } from './migrations/themes.server.ts'

/** In order; a released entry never changes. */
const MIGRATIONS: readonly { readonly name: string; up(db: Kysely<unknown>, isPostgres: boolean): Promise<void> }[] = [
  { name: '0001-initial', up: initial },
  { name: '0002-annotations', up: annotations },
  { name: '0003-ssh-tunnel', up: sshTunnel },
  { name: '0004-change-counts', up: changeCounts },
  { name: '0005-reports', up: reports },
  { name: '0006-themes', up: themes },
  { name: '0007-groups', up: groups },
  { name: '0008-temporary-datasets', up: temporaryDatasets },
  { name: '0009-tab-history', up: tabHistory },
  { name: '0010-api-keys', up: apiKeys },
  { name: '0011-report-pictures', up: reportPictures },
  { name: '0012-alerts', up: alerts },
]

/** The store was written by a newer release. */
export class NewerSchemaError extends Error {
  constructor(name: string) {
    super(
      `The metadata store was written by a newer release of Sightline (it has "${name}"). Start that release, or restore a back-up.`,
    )
  }
}

/** PostgreSQL's words when another server made the same table in the same moment, `if not exists` or not. */
const MADE_AT_ONCE = new Set(['23505', '42P07', '42710'])

/** Names of the migrations not yet applied. Throws NewerSchemaError when the store knows one that this release does not. */
export async function pendingMigrations(db: Kysely<unknown>): Promise<string[]> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_on text not null)`
    .execute(db)
    .catch((cause: unknown) => {
      if (!MADE_AT_ONCE.has(String((cause as { code?: unknown }).code))) throw cause
    })
  const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const known = new Set(MIGRATIONS.map((m) => m.name))
  const newer = applied.rows.find((row) => !known.has(row.name))
  if (newer) throw new NewerSchemaError(newer.name)
  const done = new Set(applied.rows.map((row) => row.name))
  return MIGRATIONS.filter((m) => !done.has(m.name)).map((m) => m.name)
}

/** Applies what is pending, each migration in a transaction of its own. */
export async function migrate(db: Kysely<unknown>, isPostgres: boolean, now: () => Date): Promise<void> {
  for (const name of await pendingMigrations(db)) {
    const migration = MIGRATIONS.find((m) => m.name === name)
    await db.transaction().execute(async (trx) => {
      if (isPostgres) await sql`select pg_advisory_xact_lock(5318008)`.execute(trx)
      const again = await sql`select 1 from schema_migrations where name = ${name}`.execute(trx)
      if (again.rows.length > 0) return
      await migration?.up(trx, isPostgres)
      await sql`insert into schema_migrations (name, applied_on) values (${name}, ${now().toISOString()})`.execute(trx)
    })
  }
}
