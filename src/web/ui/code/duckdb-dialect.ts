import { SQLDialect } from '@codemirror/lang-sql'

const KEYWORDS = `
  all analyze and anti any array as asc asof attach between both by call case cast check checkpoint coalesce collate
  column columns comment commit constraint copy create cross cube current_date current_time current_timestamp database
  deallocate default delete desc describe detach distinct drop else end escape except exclude execute exists explain
  export extension extract false fetch filter first following for foreign from full function generated glob group
  grouping having if ignore ilike import in index inner insert install intersect interval into is isnull join key
  lambda last lateral leading left like limit list load local macro map materialized merge natural no not notnull null
  nulls of offset on or order ordinality out outer over overlaps partition persistent pivot pivot_longer pivot_wider
  placing positional pragma preceding prepare primary qualify range read recursive references rename repeatable replace
  reset respect return returning right rollback rollup row rows sample schema secret select semi sequence set show
  similar some sql start struct summarize symmetric table tablesample temp temporary then ties to trailing transaction
  trigger true truncate try_cast type unbounded union unique unknown unnest unpivot update use using vacuum values
  variable verbose view when where window with within without work`

const TYPES = `
  bigint bit blob bool boolean bytea char date datetime decimal double enum float float4 float8 hugeint int int1 int2
  int4 int8 integer json numeric real smallint string text time timestamp timestamptz timestamp_ms timestamp_ns
  timestamp_s tinyint ubigint uhugeint uinteger usmallint utinyint uuid varchar`

/** DuckDB, which lang-sql does not bring. */
export const duckDbDialect = SQLDialect.define({
  keywords: KEYWORDS.replace(/\s+/g, ' ').trim(),
  types: TYPES.replace(/\s+/g, ' ').trim(),
  builtin: '',
  doubleDollarQuotedStrings: true,
  operatorChars: '*+-%<>!=&|~^/?@#:',
  identifierQuotes: '"',
  charSetCasts: false,
})

export const sqlKeywords: readonly string[] = KEYWORDS.trim().split(/\s+/)
