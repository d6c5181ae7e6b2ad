import type { DatasetModel } from '../dataset-model.ts'
import { type Dialect, qualifiedName } from '../dialect.ts'
import { meaningful, tokenize } from '../sql/tokenize.ts'
import type { RowRule } from './types.ts'

/**
 * The FROM item of a dataset. A rule is a sub-query around what it guards, never a condition beside the chart's own,
 * so that no condition of a chart can widen it.
 */
export function sourceSql(
  dataset: DatasetModel,
  datasetSql: string | null,
  rules: readonly RowRule[],
  dialect: Dialect,
): string {
  const predicate = rules.map(({ predicate }) => `(${predicate}\n)`).join(' AND ')
  if (datasetSql === null) {
    const table = qualifiedName(dialect, [dataset.catalog, dataset.schema, dataset.name])
    if (rules.length === 0) return table
    return `(SELECT * FROM ${table} WHERE ${predicate}) AS ${dialect.quoteIdentifier(dataset.name)}`
  }
  const alias = dialect.quoteIdentifier('virtual_table')
  const inner = `(\n${withoutEnd(datasetSql, dialect)}\n) AS ${alias}`
  return rules.length === 0 ? inner : `(SELECT * FROM ${inner} WHERE ${predicate}) AS ${alias}`
}

/** The text of a query without the semicolon and the comments at its end. */
function withoutEnd(sql: string, dialect: Dialect): string {
  const tokens = meaningful(tokenize(sql, dialect.lexicon))
  let last = tokens.length - 1
  while (last >= 0 && sql.slice(tokens[last]?.from, tokens[last]?.to) === ';') last -= 1
  return last < 0 ? sql : sql.slice(0, tokens[last]?.to).trim()
}
