import { createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import { quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import { FILE_TYPES, type FileColumn, type FileReading, type FileType, type PreparedFile } from '../table-loader.ts'
import { columnNames, readRecord, sniffDelimiter } from './csv-head.ts'
import { FileFault } from './file-fault.ts'
import { type GuessedType, guessTypes } from './guess-types.server.ts'
import { headOf, writeUtf8 } from './text-file.server.ts'
import { sheetToCsv } from './workbook.server.ts'

const reading = z.object({
  delimiter: z.string().nullable(),
  headerRow: z.number().nullable(),
  sheet: z.string().nullable(),
  nulls: z.array(z.string()),
  columns: z.array(z.string()).nullable(),
  types: z.record(z.string(), z.enum(FILE_TYPES)),
})
/** What a worker is asked: which file, how, and where to. `rows`: only so many, for a look at them. */
export const prepareOrder = z.object({
  path: z.string(),
  reading,
  parquet: z.string(),
  lines: z.string(),
  scratch: z.string(),
  rows: z.number().nullable(),
})
type PrepareOrder = z.infer<typeof prepareOrder>

const MAX_COLUMNS = 5_000
const SHOWN_ROWS = 50
const MAX_LINE = 16 * 1024 * 1024
const SQL_TYPES: Readonly<Record<FileType, string>> = {
  integer: 'BIGINT',
  decimal: 'DECIMAL(38,10)',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  text: 'VARCHAR',
}

/** Reads a file of a user into rows of known types. Throws a FileFault that says what is wrong with it. */
export async function prepareFile(connection: DuckDBConnection, order: PrepareOrder): Promise<PreparedFile> {
  const staged = await stage(connection, order)
  const wanted = order.reading.columns
  const all = staged.columns.filter(({ name }) => wanted === null || wanted.includes(name))
  if (all.length === 0) throw new FileFault('The file has no columns.')
  const columns = all.map((column) => withChosenType(column, order.reading.types))
  for (const [i, column] of columns.entries()) if (column !== all[i]) await checkCast(connection, column)
  const select = columns.map(
    ({ name, sqlType }) => `CAST(${quoteStandardName(name)} AS ${sqlType}) AS ${quoteStandardName(name)}`,
  )
  await connection.run(`CREATE TEMP VIEW typed AS SELECT ${select.join(', ')} FROM staged`)
  const count = await connection.runAndReadAll('SELECT count(*) FROM staged')
  const shown = await textRows(connection, columns, ` LIMIT ${SHOWN_ROWS}`)
  if (order.rows === null) {
    await connection.run(`COPY (SELECT * FROM typed) TO ${quoteStandardText(order.parquet)} (FORMAT parquet)`)
    await writeLines(connection, columns, order.lines)
  }
  const { format, delimiter, encoding, sheets } = staged
  return { columns, rows: Number(count.getRows()[0]?.[0]), shown, format, delimiter, encoding, sheets }
}

type Staged = Pick<PreparedFile, 'format' | 'delimiter' | 'encoding' | 'sheets' | 'columns'>

async function stage(connection: DuckDBConnection, order: PrepareOrder): Promise<Staged> {
  if (statSync(order.path).size === 0) throw new FileFault('The file is empty.')
  const head = await headOf(order.path)
  const plain = { delimiter: null, encoding: null, sheets: [] }
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') {
    const columns = await stageSource(connection, `read_parquet(${quoteStandardText(order.path)})`, order.rows)
    return { ...plain, format: 'parquet', columns }
  }
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    const sheets = await sheetToCsv(order.path, order.reading.sheet, order.scratch)
    const { columns } = await stageCsv(connection, { ...order, reading: { ...order.reading, delimiter: ',' } })
    return { ...plain, format: 'excel', sheets, columns }
  }
  const encoding = await writeUtf8(order.path, order.scratch)
  if (/^\uFEFF?\s*[[{]/.test((await headOf(order.scratch, 4_096)).toString('utf8')))
    return { ...plain, format: 'json', encoding, columns: await stageJson(connection, order) }
  return { ...(await stageCsv(connection, order)), format: 'csv', encoding, sheets: [] }
}

/** Every value as the text that it is, so that nothing is lost before the type of its column is known. */
async function stageCsv(connection: DuckDBConnection, order: PrepareOrder) {
  const text = (await headOf(order.scratch)).toString('utf8')
  const { headerRow, nulls } = order.reading
  const delimiter = order.reading.delimiter ?? sniffDelimiter(text)
  let from = 0
  for (let i = 0; i < (headerRow ?? 0); i++) from = readRecord(text, from, delimiter).next
  const first = readRecord(text, from, delimiter).values
  if (text.trim() === '' || from >= text.length) throw new FileFault('The file is empty.')
  if (first.length > MAX_COLUMNS) throw new FileFault(`The file has more than ${MAX_COLUMNS} columns.`)
  const names = columnNames(headerRow === null ? first.map(() => '') : first)
  const types = names.map((name) => `${quoteStandardText(name)}: 'VARCHAR'`).join(', ')
  const skipped = headerRow === null ? 0 : headerRow + 1
  const options = [
    'auto_detect = false',
    `delim = ${quoteStandardText(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    'header = false',
    `skip = ${skipped}`,
    `columns = {${types}}`,
    `nullstr = [${['', ...nulls].map(quoteStandardText).join(', ')}]`,
    'allow_quoted_nulls = false',
    'parallel = false',
    `max_line_size = ${MAX_LINE}`,
  ]
  const limit = order.rows === null ? '' : ` LIMIT ${order.rows}`
  const source = `read_csv(${quoteStandardText(order.scratch)}, ${options.join(', ')})`
  await connection.run(`CREATE TEMP TABLE staged AS SELECT * FROM ${source}${limit}`).catch((error: unknown) => {
    throw csvFault(error)
  })
  const guessed = await guessTypes(connection, 'staged', names)
  return { delimiter, columns: names.map((name, i) => ({ name, ...(guessed[i] as GuessedType) })) }
}

function csvFault(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1]
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? []
  if (line && expected)
    return new FileFault(`Line ${line} has ${found} values where the first line has ${expected}.`, { cause: error })
  if (line && /quote/i.test(message))
    return new FileFault(`Line ${line} has a quote that does not end.`, { cause: error })
  if (line) return new FileFault(`Line ${line} cannot be read.`, { cause: error })
  return error
}

/** Numbers are taken as the texts that they are; DuckDB would round those beyond 64 bits. */
async function stageJson(connection: DuckDBConnection, order: PrepareOrder): Promise<FileColumn[]> {
  const file = quoteStandardText(order.scratch)
  const fault = (error: unknown) => {
    const said = (error instanceof Error ? error.message : '').split('\n')[0]?.replace(/in file "[^"]*"/, '') ?? ''
    throw new FileFault(`The file is no JSON list of records: ${said}`, { cause: error })
  }
  const found = await connection
    .runAndReadAll(`DESCRIBE SELECT * FROM read_json_auto(${file}, maximum_object_size = ${MAX_LINE})`)
    .catch(fault)
  const described = found?.getRows().map(([name, type]) => ({ name: String(name), type: String(type) })) ?? []
  const texts = described.map(({ name }) => `${quoteStandardText(name)}: 'VARCHAR'`).join(', ')
  const limit = order.rows === null ? '' : ` LIMIT ${order.rows}`
  const source = `read_json(${file}, columns = {${texts}}, maximum_object_size = ${MAX_LINE})`
  const names = columnNames(described.map(({ name }) => name))
  const select = described.map(({ name }, i) => `${quoteStandardName(name)} AS ${quoteStandardName(names[i] ?? name)}`)
  await connection.run(`CREATE TEMP TABLE staged AS SELECT ${select.join(', ')} FROM ${source}${limit}`).catch(fault)
  const guessed = await guessTypes(connection, 'staged', names)
  return names.map((name, i) => {
    const isText = described[i]?.type === 'VARCHAR'
    return { name, ...(isText ? TEXT : (guessed[i] ?? TEXT)) }
  })
}

const TEXT: GuessedType = { type: 'text', sqlType: 'VARCHAR' }

async function stageSource(connection: DuckDBConnection, source: string, rows: number | null): Promise<FileColumn[]> {
  const limit = rows === null ? '' : ` LIMIT ${rows}`
  await connection.run(`CREATE TEMP TABLE staged AS SELECT * FROM ${source}${limit}`).catch((cause: unknown) => {
    throw new FileFault('The Parquet file is damaged.', { cause })
  })
  const described = await connection.runAndReadAll('DESCRIBE staged')
  return described.getRows().map(([name, type]) => ({ name: String(name), ...typeOfParquet(String(type)) }))
}

function typeOfParquet(sqlType: string): GuessedType {
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(sqlType)) return { type: 'integer', sqlType }
  if (sqlType.startsWith('DECIMAL')) return { type: 'decimal', sqlType }
  if (/^(DOUBLE|FLOAT)$/.test(sqlType)) return { type: 'double', sqlType }
  if (sqlType === 'BOOLEAN') return { type: 'boolean', sqlType }
  if (sqlType === 'DATE') return { type: 'date', sqlType }
  if (sqlType.startsWith('TIMESTAMP')) return { type: 'timestamp', sqlType }
  return { type: 'text', sqlType: /^(VARCHAR|UUID|TIME)/.test(sqlType) ? sqlType : 'VARCHAR' }
}

function withChosenType(column: FileColumn, types: FileReading['types']): FileColumn {
  const chosen = Object.hasOwn(types, column.name) ? types[column.name] : undefined
  return chosen === undefined || chosen === column.type
    ? column
    : { ...column, type: chosen, sqlType: SQL_TYPES[chosen] }
}

async function checkCast(connection: DuckDBConnection, { name, type, sqlType }: FileColumn) {
  const value = quoteStandardName(name)
  const misfits = await connection.runAndReadAll(
    `SELECT count(*), min(${value}::VARCHAR) FROM staged WHERE ${value} IS NOT NULL AND TRY_CAST(${value} AS ${sqlType}) IS NULL`,
  )
  const [count, example] = misfits.getRows()[0] ?? []
  if (Number(count) > 0)
    throw new FileFault(
      `${count} values of the column "${name}" are no ${type}, such as "${String(example).slice(0, 80)}".`,
    )
}

const asTexts = (columns: readonly FileColumn[]) =>
  columns.map(({ name }) => `CAST(${quoteStandardName(name)} AS VARCHAR)`).join(', ')

async function textRows(connection: DuckDBConnection, columns: readonly FileColumn[], limit: string) {
  const rows = await connection.runAndReadAll(`SELECT ${asTexts(columns)} FROM typed${limit}`)
  return rows.getRows() as (string | null)[][]
}

async function writeLines(connection: DuckDBConnection, columns: readonly FileColumn[], path: string) {
  const result = await connection.stream(`SELECT ${asTexts(columns)} FROM typed`)
  async function* lines() {
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) return
      yield chunk
        .getRows()
        .map((row) => `${JSON.stringify(row)}\n`)
        .join('')
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }))
}
