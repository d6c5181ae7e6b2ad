import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { quoteStandardName } from '../../query/dialect.ts'
import { rowBatches } from '../file-lines.server.ts'
import { type FileColumn, tableExists } from '../table-loader.ts'

const loadOrder = z.object({
  table: z.string(),
  ifExists: z.enum(['fail', 'replace', 'append']),
  lines: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), sqlType: z.string() })),
})
/** Digits that a number of SQLite keeps. */
const EXACT_DIGITS = 15

/** Writes the rows of a file into a table, in one transaction. */
export async function loadTable(database: DatabaseSync, args: unknown): Promise<void> {
  const { table, ifExists, lines, columns } = loadOrder.parse(args)
  const name = quoteStandardName(table)
  database.exec('BEGIN IMMEDIATE')
  try {
    const held = database.prepare('SELECT type FROM sqlite_schema WHERE name = ? COLLATE NOCASE').get(table)
    if (held && (ifExists === 'fail' || held['type'] !== 'table')) throw tableExists()
    if (held && ifExists === 'replace') database.exec(`DROP TABLE ${name}`)
    if (!held || ifExists === 'replace')
      database.exec(`CREATE TABLE ${name} (${columns.map((c) => `${quoteStandardName(c.name)} ${declaredType(c)}`)})`)
    await insertRows(database, name, columns, lines)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

async function insertRows(
  database: DatabaseSync,
  name: string,
  columns: z.infer<typeof loadOrder>['columns'],
  lines: string,
): Promise<void> {
  const names = columns.map((column) => quoteStandardName(column.name))
  const insert = database.prepare(`INSERT INTO ${name} (${names}) VALUES (${names.map(() => '?')})`)
  for await (const rows of rowBatches(lines))
    for (const values of rows)
      insert.run(...values.map((value, i) => (value === null ? null : storedValue(value, columns[i]?.sqlType ?? ''))))
}

function declaredType({ sqlType }: Pick<FileColumn, 'sqlType'>): string {
  if (/INT/.test(sqlType) && sqlType !== 'UBIGINT' && !sqlType.includes('HUGE')) return 'INTEGER'
  if (/^(DOUBLE|FLOAT)$/.test(sqlType)) return 'REAL'
  if (sqlType === 'BOOLEAN' || sqlType === 'DATE') return sqlType
  if (sqlType.startsWith('TIMESTAMP')) return 'TIMESTAMP'
  return isExactNumber(sqlType) ? 'NUMERIC' : 'TEXT'
}

function storedValue(text: string, sqlType: string): string | number | bigint {
  switch (declaredType({ sqlType })) {
    case 'INTEGER':
      return BigInt(text)
    case 'REAL':
    case 'NUMERIC':
      return Number(text)
    case 'BOOLEAN':
      return text === 'true' ? 1 : 0
    default:
      return text
  }
}

const isExactNumber = (sqlType: string) => Number(/^DECIMAL\((\d+)/.exec(sqlType)?.[1] ?? Infinity) <= EXACT_DIGITS
