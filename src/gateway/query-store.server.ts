import { sql } from 'kysely'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { RowPatch } from '../metadata/tables.server.ts'
import { LOST } from './lost-run.ts'
import { isRunning, type QueryDict, type QueryRow, queryDict, RUNNING_STATES } from './query-record.server.ts'
import type { Services } from './services.server.ts'

/** How long a running query is believed in without a sign of life from its server. */
const LEASE_MS = 30_000

/** The caller's query of a client id; ids are the browser's, so they are unique per user only. */
export const findByClientId = (db: MetadataDb, userId: number, clientId: string) =>
  db
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** A run by the server's id. */
export const findQuery = (db: MetadataDb, id: number) =>
  db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes a query that still runs. False when it was stopped or has ended: such a record never changes again. */
export async function updateRunning(db: MetadataDb, id: number, patch: RowPatch<'queries'>): Promise<boolean> {
  const result = await db
    .updateTable('queries')
    .set(patch)
    .where('id', '=', id)
    .where('status', 'in', [...RUNNING_STATES])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Who keeps queries, and by which clock it is judged whether they are kept. */
type Keeper = Pick<Services, 'db' | 'isPostgres' | 'now' | 'processId'>

/** Another time of belief for queries of this server, in one write. Gives the ids of those that still run. */
export async function renewLeases(keeper: Keeper, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await keeper.db
    .updateTable('queries')
    .set({ lease_until: leaseUntil(keeper) })
    .where('id', 'in', [...ids])
    .where('status', 'in', [...RUNNING_STATES])
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** False when a query was stopped or has ended. */
export async function stillRuns(db: MetadataDb, id: number): Promise<boolean> {
  const row = await db.selectFrom('queries').select('status').where('id', '=', id).executeTakeFirst()
  return row !== undefined && isRunning(row.status)
}

/** Records as the editor reads them, with names, in one statement for all. */
export async function dictsOf(db: MetadataDb, rows: readonly QueryRow[]): Promise<QueryDict[]> {
  if (rows.length === 0) return []
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', [...new Set(rows.map((row) => row.database_id))])
    .execute()
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(rows.map((row) => row.user_id))])
    .execute()
  const databaseNames = new Map(databases.map((row) => [row.id, row.database_name]))
  const userNames = new Map(users.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
  return rows.map((row) =>
    queryDict(row, {
      database: databaseNames.get(row.database_id) ?? null,
      user: userNames.get(row.user_id) ?? null,
    }),
  )
}

/** Until when a run is believed in, from now. */
export const leaseUntil = (keeper: Pick<Keeper, 'isPostgres' | 'now'>) => inMs(keeper, LEASE_MS)

/** An instant as text. The clocks of several servers may differ, so that of the store they share is asked there. */
const inMs = ({ isPostgres, now }: Pick<Keeper, 'isPostgres' | 'now'>, ms: number) =>
  isPostgres
    ? sql<string>`to_char((clock_timestamp() + ${sql.lit(ms)} * interval '1 millisecond') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${new Date(now().getTime() + ms).toISOString()}`

/**
 * Fails the queries whose server gives no sign of life; all of another server's when there can be no other. `own` run
 * here, whatever the clock says.
 */
export async function failStale(keeper: Keeper, own: readonly number[]): Promise<void> {
  const now = keeper.now()
  await keeper.db
    .updateTable('queries')
    .set({
      status: 'failed',
      error_message: LOST,
      end_time: now.getTime(),
      changed_on: now.toISOString(),
      lease_owner: null,
      lease_until: null,
    })
    .where('status', 'in', [...RUNNING_STATES])
    .where((eb) =>
      eb.or([
        eb('lease_until', 'is', null),
        eb.and([eb('lease_until', '<', inMs(keeper, 0)), ...(own.length > 0 ? [eb('id', 'not in', [...own])] : [])]),
        ...(keeper.isPostgres ? [] : [eb('lease_owner', '!=', keeper.processId)]),
      ]),
    )
    .execute()
}
