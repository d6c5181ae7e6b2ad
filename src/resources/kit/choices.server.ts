import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { RelatedQuery, RelatedValues, TableName } from './list.server.ts'
import { CONTAINS } from './operators.server.ts'

interface Choices {
  readonly table: TableName
  /** What is shown of a row, and searched in: a column, or where it is worked out. */
  readonly text: string | RawBuilder<unknown>
  /** Which rows are offered; all unless it is given. */
  readonly where?: RawBuilder<SqlBool>
  readonly order?: 'id' | 'text'
}

/** Rows of a table as choices of a field: a page of those whose text holds what was typed. */
export async function choicesOf(
  db: MetadataDb,
  { table, text, where = sql<SqlBool>`1 = 1`, order = 'id' }: Choices,
  q: RelatedQuery,
): Promise<RelatedValues> {
  const name = typeof text === 'string' ? sql.ref(`${table}.${text}`) : text
  const matching = sql`from ${sql.table(table)} where ${where} and ${CONTAINS(sql`coalesce(${name}, '')`, q.filter)}`
  const total = await sql<{ n: number }>`select count(*) as n ${matching}`.execute(db)
  const page = await sql<{ id: number; text: string | null }>`
    select id, ${name} as text ${matching} order by ${order === 'id' ? sql.ref('id') : name}
    limit ${q.pageSize} offset ${q.page * q.pageSize}`.execute(db)
  return {
    count: Number(total.rows[0]?.n ?? 0),
    result: page.rows.map((row) => ({ value: Number(row.id), text: row.text ?? '', extra: {} })),
  }
}

/** What stands in a column of the rows that `where` lets through, as choices: a page of what holds the text typed. */
export async function distinctChoices(
  db: MetadataDb,
  { table, column, where }: { readonly table: TableName; readonly column: string; readonly where: RawBuilder<SqlBool> },
  q: RelatedQuery,
): Promise<RelatedValues> {
  const name = sql.ref(`${table}.${column}`)
  const found = await sql<{ text: string }>`
    select distinct ${name} as text from ${sql.table(table)}
    where ${where} and ${name} is not null and ${CONTAINS(name, q.filter)} order by ${name}`.execute(db)
  const page = found.rows.slice(q.page * q.pageSize, (q.page + 1) * q.pageSize)
  return { count: found.rows.length, result: page.map(({ text }) => ({ text, value: text })) }
}
