import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import { quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import { GENERIC } from '../../query/generic-type.ts'
import { type GuessedType, guessTypes } from './guess-types.server.ts'

/** What a worker is asked: a file `[[1,"x"],...]` of rows in the editor's style of cells, and where the Parquet file goes. */
export const parquetOrder = z.object({
  rows: z.string(),
  parquet: z.string(),
  columns: z.array(z.object({ name: z.string(), generic: z.number().nullable(), type: z.string().nullable() })),
})
type ParquetOrder = z.infer<typeof parquetOrder>
type RowsColumn = ParquetOrder['columns'][number]

const MAX_ROW_BYTES = 16 * 1024 * 1024

/** Writes rows of any engine as Parquet: each column in the narrowest type of its kind that keeps all of its values. */
export async function writeParquet(connection: DuckDBConnection, order: ParquetOrder): Promise<void> {
  const cells = order.columns.map((_, i) => `cells[${i + 1}] AS ${nameOf(i)}`)
  const options = `format = 'array', records = false, columns = {'cells': 'VARCHAR[]'}, maximum_object_size = ${MAX_ROW_BYTES}`
  await connection.run("SET TimeZone = 'UTC'")
  await connection.run(
    `CREATE TEMP TABLE staged AS SELECT ${cells.join(', ')} FROM read_json(${quoteStandardText(order.rows)}, ${options})`,
  )
  const guessed = await guessTypes(
    connection,
    'staged',
    order.columns.map((_, i) => nameOf(i)),
  )
  const select: string[] = []
  for (const [i, column] of order.columns.entries()) {
    const type = await typeOf(connection, nameOf(i), candidates(column, guessed[i]))
    select.push(`CAST(${nameOf(i)} AS ${type}) AS ${quoteStandardName(column.name)}`)
  }
  await connection.run(
    `COPY (SELECT ${select.join(', ')} FROM staged) TO ${quoteStandardText(order.parquet)} (FORMAT parquet)`,
  )
}

const nameOf = (i: number) => `c${i}`

/** Types that a column may have, the best first; every value is a text. */
function candidates({ generic, type }: RowsColumn, guessed: GuessedType | undefined): string[] {
  const found = guessed?.sqlType ?? 'VARCHAR'
  if (generic === GENERIC.boolean) return ['BOOLEAN']
  if (generic === GENERIC.time)
    return guessed?.type === 'date' || guessed?.type === 'timestamp' ? [found] : ['TIMESTAMPTZ']
  if (generic !== GENERIC.number) return []
  if (/double|float|real/i.test(type ?? '')) return ['DOUBLE']
  const isNumber = guessed?.type === 'integer' || guessed?.type === 'decimal'
  return [...(isNumber ? [found] : []), 'DOUBLE']
}

async function typeOf(connection: DuckDBConnection, name: string, types: readonly string[]): Promise<string> {
  for (const type of types) {
    const lost = await connection.runAndReadAll(
      `SELECT count(*) FROM staged WHERE ${name} IS NOT NULL AND TRY_CAST(${name} AS ${type}) IS NULL`,
    )
    if (Number(lost.getRows()[0]?.[0]) === 0) return type
  }
  return 'VARCHAR'
}
