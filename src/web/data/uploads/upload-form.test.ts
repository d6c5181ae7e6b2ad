import { describe, expect, it } from 'vitest'
import { selectAll } from './select-all.ts'
import { fieldsOf, firstForm, isUploadable, lookedAtBytes, tableNameOf } from './upload-form.ts'

describe('what is sent with a file', () => {
  it.each([
    ['Gate Changes (June).csv', 'gate_changes_june'],
    ['Größe 2024.xlsx', 'größe_2024'],
    ['...csv', 'uploaded'],
  ])('%s becomes the table %s', (file, table) => expect(tableNameOf(file)).toBe(table))

  it('leaves to the server what nobody chose', () => {
    const form = firstForm('a.csv', { id: 3, name: 'examples', backend: 'duckdb', schemas: ['main'] })
    expect(fieldsOf('a.csv', form)).toEqual({
      type: 'csv',
      table_name: 'a',
      schema: 'main',
      already_exists: 'fail',
      header_row: '0',
    })
    expect(fieldsOf('a.xlsx', { ...form, types: { n: 'text' }, sheet: 'B' })).toMatchObject({
      type: 'excel',
      sheet_name: 'B',
      column_data_types: '{"n":"text"}',
    })
  })

  it('looks at the beginning of long texts only', () => {
    expect(lookedAtBytes('a.csv', 10)).toBeNull()
    expect(lookedAtBytes('a.csv', 10_000_000)).toBe(524_288)
    expect(lookedAtBytes('a.parquet', 10_000_000)).toBeNull()
    expect(isUploadable('a.exe')).toBe(false)
  })

  it('opens a statement with names that need it in quotes', () => {
    expect(selectAll('duckdb', 'main', 'größe "a"')).toBe('SELECT *\nFROM "main"."größe ""a"""\nLIMIT 100')
    expect(selectAll('mysql', '', 'order')).toBe('SELECT *\nFROM `order`\nLIMIT 100')
  })
})
