import { type Kysely, sql } from 'kysely'

const SLOTS = 16
/** Written for every page that is opened; nothing is remembered of them. */
const UNCOUNTED = ['change_counts', 'schema_migrations', 'logs', 'audit']

/**
 * Counts the changes of every table on PostgreSQL, so that one statement tells whether anything was changed by any
 * server. A count becomes visible with the change itself; there are several, and each transaction takes one that no
 * other holds, so that writers wait for each other no more than without them. SQLite counts by itself.
 */
export async function changeCounts(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  if (!isPostgres) return
  await sql`create table change_counts (slot bigserial primary key, changes bigint not null) with (fillfactor = 50)`.execute(
    db,
  )
  await sql`insert into change_counts (changes) select 0 from generate_series(1, ${sql.lit(SLOTS)})`.execute(db)
  await sql`
    create function count_change() returns trigger language plpgsql set search_path from current as $$
    begin
      update change_counts set changes = changes + 1
        where slot = (select slot from change_counts order by slot limit 1 for update skip locked);
      if not found then
        insert into change_counts (changes) values (1);
      end if;
      return null;
    end $$`.execute(db)
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(db)
  for (const { name } of tables.rows) if (!UNCOUNTED.includes(name)) await countChangesOf(db, name)
}

/** Counts the changes of one table. A later table needs it as well, which a test of the stores insists on. */
export async function countChangesOf(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create trigger count_change after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function count_change()`.execute(db)
}
