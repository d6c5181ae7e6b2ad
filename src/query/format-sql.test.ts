import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duckdbDialect } from '../engines/duckdb/dialect.ts'
import { formatSql } from './format-sql.ts'
import { scan } from './sql/scan.ts'

const words = (sql: string) => scan(sql, duckdbDialect.lexicon).map(({ text }) => text)

describe('formatSql', () => {
  it('keeps the case of words, comments and template blocks', () => {
    const sql = "select A, {{ metric('x') }} From t -- why\nwhere {% if a %} b = 1 {% endif %}"
    const laid = formatSql(sql, duckdbDialect)
    expect(laid).toContain("{{ metric('x') }}")
    expect(laid).toContain('-- why')
    expect(laid).toContain('From')
    expect(words(laid)).toEqual(words(sql))
  })

  it('changes nothing but space', () => {
    const part = fc.constantFrom('a', "'it''s'", '"B c"', '1.5', '{{ x }}', 'sum(q)', 'CASE WHEN a THEN 1 END')
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const sql = `SELECT ${parts.join(', ')} FROM t WHERE a > 1`
        expect(words(formatSql(sql, duckdbDialect))).toEqual(words(sql))
      }),
    )
  })

  it('leaves what it cannot read', () => expect(formatSql("SELECT 'open", duckdbDialect)).toBe("SELECT 'open"))
})
