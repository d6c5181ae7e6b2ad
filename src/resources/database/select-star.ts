import type { Dialect } from '../../query/dialect.ts'

const PLAIN = /^[a-z_][a-z0-9_]*$/
const RESERVED = new Set(
  'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc describe distinct do else end except exists extract false fetch for foreign freeze from full glob grant group having ilike in index initially inner intersect interval into is isnull join lambda lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer over overlaps pivot placing primary qualify references returning right row rows select show similar some summarize symmetric table then to trailing true union unique unpivot using values variadic verbose when where window with'.split(
    ' ',
  ),
)

/** A SELECT of a table's columns, of all with `*`; names are quoted where they must be. */
export function selectStar(dialect: Dialect, schema: string | null, table: string, columns: readonly string[]): string {
  const name = (text: string) => (PLAIN.test(text) && !RESERVED.has(text) ? text : dialect.quoteIdentifier(text))
  const from = schema === null || schema === '' ? name(table) : `${name(schema)}.${name(table)}`
  const list = columns.length === 0 ? '*' : columns.map(name).join(',\n  ')
  return dialect.limit(`SELECT\n  ${list}\nFROM ${from}`, 100, 0)
}
