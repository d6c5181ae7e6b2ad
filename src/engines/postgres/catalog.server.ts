import type { PoolClient } from 'pg'
import { qualifiedName } from '../../query/dialect.ts'
import type { TableDetail, TableEntry, TablePart, TablePlace } from '../driver.ts'
import { postgresDialect } from './dialect.ts'
import { failureOf } from './errors.ts'
import { RAW_TYPES } from './session.server.ts'
import { genericOfName, typeText } from './types.ts'

/** Schemas that the user may look into, without the server's own storage. */
export async function listSchemas(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT nspname::text AS name FROM pg_catalog.pg_namespace
    WHERE nspname !~ '^pg_(toast|temp)' AND pg_catalog.has_schema_privilege(oid, 'usage') ORDER BY nspname`)
  return rows.map(({ name }) => name)
}

const KINDS: Readonly<Record<string, TableEntry['kind']>> = { v: 'view', m: 'materialized_view' }
const READABLE = `
  SELECT c.relname::text AS name, c.relkind::text AS kind,
    CASE WHEN c.reltuples >= 0 AND c.relkind NOT IN ('v', 'p') THEN c.reltuples::float8::text ELSE '' END AS rows
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY c.relname`
const READABLE_IN_ONE_ROW = `
  SELECT pg_catalog.json_agg(name)::text, pg_catalog.string_agg(kind, ''), pg_catalog.string_agg(rows, ',')
  FROM (${READABLE}) readable`
/** Servers that speak the protocol and lack the function, or keep it for others. */
const NOT_TO_BE_CALLED = new Set(['42883', '42501'])

/** Everything that can be read of a schema, with the server's own estimate of its rows where it has one. */
export async function listTables(client: PoolClient, schema: string): Promise<TableEntry[]> {
  const ask = async <R extends unknown[]>(text: string) =>
    (await client.query<R>({ text, values: [schema], rowMode: 'array', types: RAW_TYPES })).rows
  try {
    // There may be many thousands of tables, and a row costs more than what is in it.
    const [found] = await ask<[names: string | null, kinds: string, rows: string]>(READABLE_IN_ONE_ROW)
    if (!found || found[0] === null) return []
    const [names, kinds, rows] = found
    const counts = rows.split(',')
    return (JSON.parse(names) as string[]).map((name, i) => tableEntry(name, kinds[i] ?? '', counts[i] ?? ''))
  } catch (cause) {
    if (!NOT_TO_BE_CALLED.has(failureOf(cause)?.code ?? '')) throw cause
    return (await ask<[name: string, kind: string, rows: string]>(READABLE)).map((row) => tableEntry(...row))
  }
}

const tableEntry = (name: string, kind: string, rows: string): TableEntry => ({
  name,
  kind: KINDS[kind] ?? 'table',
  rows: rows === '' ? null : Number(rows),
})

/** Columns, keys and indexes of one table or view; null when there is none. */
export async function describeTable(client: PoolClient, schema: string, name: string): Promise<TableDetail | null> {
  const found = await client.query<{ oid: number; kind: string; comment: string | null; view: string | null }>(
    `SELECT c.oid, c.relkind::text AS kind, pg_catalog.obj_description(c.oid, 'pg_class') AS comment,
      CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid, true) END AS view
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`,
    [schema, name],
  )
  const [table] = found.rows
  if (!table) return null
  const keys = await keysOf(client, table.oid)
  return {
    name,
    comment: table.comment,
    columns: await columnsOf(client, table.oid),
    primaryKey: keys.primary,
    foreignKeys: keys.foreign,
    indexes: await indexesOf(client, table.oid),
    view: table.view === null ? null : viewText(table.kind, schema, name, table.view),
  }
}

const viewText = (kind: string, schema: string, name: string, query: string) =>
  `CREATE ${kind === 'm' ? 'MATERIALIZED ' : ''}VIEW ${qualifiedName(postgresDialect, [schema, name])} AS\n${query}`

interface ColumnRow {
  readonly name: string
  readonly base: string
  readonly type: string
  readonly required: boolean
  readonly default: string | null
  readonly comment: string | null
}

async function columnsOf(client: PoolClient, oid: number): Promise<TableDetail['columns']> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT a.attname::text AS name, pg_catalog.format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), NULL) AS base,
      pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
      pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS default, pg_catalog.col_description(a.attrelid, a.attnum) AS comment
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [oid],
  )
  return rows.map((row) => ({
    name: row.name,
    type: typeText(row.type).replace(/\(.*?\)/, ''),
    longType: typeText(row.type),
    generic: genericOfName(row.base),
    isNullable: !row.required,
    default: row.default,
    comment: row.comment,
  }))
}

interface KeyRow {
  readonly kind: string
  readonly name: string
  readonly columns: string[]
  readonly schema: string | null
  readonly table: string | null
  readonly referred: string[] | null
}

async function keysOf(client: PoolClient, oid: number) {
  const columnsIn = (relation: string, numbers: string) =>
    `(SELECT pg_catalog.array_agg(a.attname::text ORDER BY k.place)
      FROM pg_catalog.unnest(${numbers}) WITH ORDINALITY AS k (number, place)
      JOIN pg_catalog.pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.number)`
  const { rows } = await client.query<KeyRow>(
    `SELECT c.contype::text AS kind, c.conname::text AS name, ${columnsIn('c.conrelid', 'c.conkey')} AS columns,
      n.nspname::text AS schema, r.relname::text AS table, ${columnsIn('c.confrelid', 'c.confkey')} AS referred
    FROM pg_catalog.pg_constraint c
    LEFT JOIN pg_catalog.pg_class r ON r.oid = c.confrelid
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
    WHERE c.conrelid = $1 AND c.contype IN ('p', 'f') ORDER BY c.conname`,
    [oid],
  )
  const primary = rows.find(({ kind }) => kind === 'p')
  return {
    primary: primary ? { name: primary.name, columns: primary.columns } : null,
    foreign: rows
      .filter(({ kind }) => kind === 'f')
      .map((row) => ({
        name: row.name,
        columns: row.columns,
        referredSchema: row.schema,
        referredTable: row.table ?? '',
        referredColumns: row.referred ?? [],
      })),
  }
}

async function indexesOf(client: PoolClient, oid: number): Promise<TableDetail['indexes']> {
  const { rows } = await client.query<{ name: string; columns: string[]; unique: boolean }>(
    `SELECT c.relname::text AS name, i.indisunique AS unique,
      ARRAY(SELECT pg_catalog.pg_get_indexdef(i.indexrelid, k, true)
        FROM pg_catalog.generate_series(1, i.indnkeyatts::int) AS k ORDER BY k) AS columns
    FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = $1 AND NOT i.indisprimary ORDER BY c.relname`,
    [oid],
  )
  return rows.map(({ name, columns, unique }) => ({ name, columns: columns.map(unquoted), isUnique: unique }))
}

const unquoted = (name: string) => (/^"(?:[^"]|"")*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name)

/** Names are looked up as they stand and as the server folds them. */
const PARTS = `
  WITH RECURSIVE asked AS (
    SELECT DISTINCT c.oid
    FROM ROWS FROM (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::text[])) AS a (schema, name)
    JOIN pg_catalog.pg_namespace n ON n.nspname IN (a.schema::name, pg_catalog.lower(a.schema)::name)
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname IN (a.name::name, pg_catalog.lower(a.name)::name)
  ), above AS (
    SELECT i.inhrelid AS part, i.inhparent AS whole FROM asked JOIN pg_catalog.pg_inherits i ON i.inhrelid = asked.oid
    UNION
    SELECT above.part, i.inhparent FROM above JOIN pg_catalog.pg_inherits i ON i.inhrelid = above.whole
  ), below AS (
    SELECT i.inhrelid AS part, i.inhparent AS whole FROM asked JOIN pg_catalog.pg_inherits i ON i.inhparent = asked.oid
    UNION
    SELECT i.inhrelid, below.whole FROM below JOIN pg_catalog.pg_inherits i ON i.inhparent = below.part
  )
  SELECT p.relname::text AS part, pn.nspname::text AS part_schema, w.relname::text AS whole, wn.nspname::text AS whole_schema
  FROM (SELECT part, whole FROM above UNION SELECT part, whole FROM below) pairs
  JOIN pg_catalog.pg_class p ON p.oid = pairs.part JOIN pg_catalog.pg_namespace pn ON pn.oid = p.relnamespace
  JOIN pg_catalog.pg_class w ON w.oid = pairs.whole JOIN pg_catalog.pg_namespace wn ON wn.oid = w.relnamespace`

/** Partitions and tables that inherit, above and below the asked ones. */
export async function listParts(client: PoolClient, tables: readonly TablePlace[]): Promise<TablePart[]> {
  const { rows } = await client.query<Record<'part' | 'part_schema' | 'whole' | 'whole_schema', string>>(PARTS, [
    tables.map(({ schema }) => schema),
    tables.map(({ name }) => name),
  ])
  return rows.map((row) => ({
    part: { schema: row.part_schema, name: row.part },
    whole: { schema: row.whole_schema, name: row.whole },
  }))
}

/** Names for completion. */
export async function listFunctions(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT DISTINCT p.proname::text AS name FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = 'pg_catalog' OR pg_catalog.pg_function_is_visible(p.oid) ORDER BY 1`)
  return rows.map(({ name }) => name)
}
