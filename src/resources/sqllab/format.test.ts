import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSql } from './format.server.ts'

const spaceless = (sql: string) => sql.replaceAll(/\s+/g, '').toLowerCase()

describe('formatSql', () => {
  it('changes nothing but space and capitals', async () => {
    const part = fc.constantFrom(
      'a',
      "'it''s'",
      '"B c"',
      '1.5',
      '{{ x }}',
      'sum(q)',
      'a /* why */',
      'b -- so\n',
      'CASE WHEN a THEN 1 END',
      "{% if a %} 'b' {% endif %}",
    )
    const engine = fc.constantFrom('duckdb', 'postgresql', 'sqlite', 'mysql', 'trino', 'clickhouse', 'mssql', null)
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), engine, async (parts, name) => {
        const sql = `SELECT ${parts.join(', ')} FROM t WHERE a > 1`
        expect(spaceless((await formatSql(sql, name)).result)).toBe(spaceless(sql))
      }),
      { seed: 4 },
    )
  })

  it('lays out a cast by :: for engines whose own language has none', async () => {
    for (const engine of ['mysql', 'sqlite', 'bigquery'])
      expect((await formatSql('select a::text from t', engine)).result).toMatch(/^SELECT\n {2}a::text\nFROM\n {2}t$/i)
  })
})
