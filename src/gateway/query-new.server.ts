import type { NewRow, Row } from '../metadata/tables.server.ts'
import { usableDatabases } from '../metadata/visible.server.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import type { QueryRow } from './query-record.server.ts'
import { type RunContext, rowsOf, type StartRequest } from './query-request.server.ts'
import { leaseUntil } from './query-store.server.ts'

const CLIENT_ID_LENGTH = 11
const NOT_FOUND =
  'The database referenced in this query was not found. Please contact an administrator for further assistance or try again.'

/** The database of a run. One that the caller may not use looks like none. */
export async function findDatabase(context: RunContext, id: number, caller: Caller): Promise<Row<'databases'>> {
  const database = await context.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .where(usableDatabases(caller))
    .executeTakeFirst()
  if (!database) throw new Problem(404, NOT_FOUND, { type: 'DATABASE_NOT_FOUND_ERROR' })
  return database
}

/** Stores the record of a run before any work; null when the caller has one of that client id. */
export async function insertQuery(
  context: RunContext,
  database: Row<'databases'>,
  request: StartRequest,
  clientId: string,
  userId: number,
): Promise<QueryRow | null> {
  const now = context.now()
  const row: NewRow<'queries'> = {
    client_id: clientId,
    user_id: userId,
    database_id: database.id,
    catalog: request.catalog,
    schema: request.schema,
    sql_editor_id: request.sqlEditorId,
    tab_name: request.tab,
    sql: request.sql,
    limit: rowsOf(context, request),
    limiting_factor: 'DROPDOWN',
    select_as_cta: request.createAs ? 1 : 0,
    select_as_cta_used: 0,
    ctas_method: request.createAs?.method ?? null,
    tmp_schema_name: request.createAs ? database.force_ctas_schema : null,
    tmp_table_name: request.createAs?.table ?? null,
    status: request.isAsync ? 'pending' : 'running',
    progress: 0,
    extra: '{}',
    sql_tables: '[]',
    start_time: now.getTime(),
    start_running_time: request.isAsync ? null : now.getTime(),
    changed_on: now.toISOString(),
    lease_owner: context.processId,
  }
  const inserted = await context.db
    .insertInto('queries')
    .values({ ...row, lease_until: leaseUntil(context) })
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'
/** A client id for a run that came without one. */
export const randomClientId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH)), (byte) => ALPHABET[byte % ALPHABET.length]).join(
    '',
  )
