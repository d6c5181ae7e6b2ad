import { format } from 'sql-formatter'
import type { Lexicon } from './dialect.ts'
import { tokenize } from './sql/tokenize.ts'

const LANGUAGES = {
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  postgres: 'postgresql',
  mysql: 'mysql',
  trino: 'trino',
  clickhouse: 'clickhouse',
} as const

/**
 * Lays SQL out: words keep their case, comments stay, template blocks are taken as they are. What the formatter cannot
 * read stays as written.
 */
export function formatSql(sql: string, dialect: { readonly id: string; readonly lexicon: Lexicon }): string {
  const blocks: string[] = []
  const masked = tokenize(sql, dialect.lexicon)
    .map((token) => {
      const text = sql.slice(token.from, token.to)
      if (token.kind !== 'template') return text
      blocks.push(text)
      return `tpl_${blocks.length - 1}_tpl`
    })
    .join('')
  try {
    const language = Object.hasOwn(LANGUAGES, dialect.id) ? LANGUAGES[dialect.id as keyof typeof LANGUAGES] : 'sql'
    const laid = format(masked, { language, keywordCase: 'preserve', tabWidth: 2, linesBetweenQueries: 1 })
    return laid.replace(/tpl_(\d+)_tpl/g, (all, place: string) => blocks[Number(place)] ?? all)
  } catch {
    return sql
  }
}
