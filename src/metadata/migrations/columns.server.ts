import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

type Kind = 'text' | 'integer' | 'real' | 'bigint'
/** `text` may be null; `text!` may not; `integer=0` has a default. */
type ColumnSpec = `${Kind}` | `${Kind}!` | `${Kind}=${string}`

/** One table: name, columns, keys. */
export type TableSpec = readonly [
  name: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  keys: Parameters<typeof createTable>[4],
]

/** Creates a table from a short description, alike on SQLite and PostgreSQL. `id` makes a numeric primary key. */
export async function createTable(
  db: Kysely<unknown>,
  isPostgres: boolean,
  name: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  keys: {
    readonly id?: boolean
    readonly primary?: readonly string[]
    readonly unique?: readonly (readonly string[])[]
  },
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  if (keys.id)
    table = table.addColumn('id', isPostgres ? 'bigserial' : 'integer', (c) =>
      isPostgres ? c.primaryKey() : c.primaryKey().autoIncrement(),
    )
  for (const [column, spec] of Object.entries(columns)) table = addColumn(table, isPostgres, column, spec)
  if (keys.primary) table = table.addPrimaryKeyConstraint(`${name}_pk`, [...keys.primary])
  for (const [i, unique] of (keys.unique ?? []).entries())
    table = table.addUniqueConstraint(`${name}_unique_${i + 1}`, [...unique])
  await table.execute()
}

/** Indexes named after table and columns. */
export async function createIndexes(db: Kysely<unknown>, specs: Readonly<Record<string, readonly string[][]>>) {
  for (const [table, indexes] of Object.entries(specs))
    for (const columns of indexes)
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
}

function addColumn(table: CreateTableBuilder<string, string>, isPostgres: boolean, name: string, spec: ColumnSpec) {
  const [, kind, mark, value] = /^([a-z]+)([!=]?)(.*)$/.exec(spec) ?? []
  const type = typeOf(kind, isPostgres)
  return table.addColumn(name, type, (c) => {
    if (mark === '!') return c.notNull()
    if (mark === '=') return c.notNull().defaultTo(kind === 'text' ? value : Number(value))
    return c
  })
}

/** SQLite's integers have 64 bits; with fewer, a request for an id that no row can have would fail instead of finding none. */
function typeOf(kind: string | undefined, isPostgres: boolean) {
  if (kind === 'real') return sql`double precision`
  return sql.raw(kind === 'integer' && isPostgres ? 'bigint' : (kind ?? 'text'))
}
