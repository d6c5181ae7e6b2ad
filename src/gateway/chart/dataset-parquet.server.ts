import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultColumn } from '../../engines/driver.ts'
import { callWriter, inFolder } from '../../engines/duckdb/writer-call.server.ts'
import { queryObject } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { planQuery } from './compile.server.ts'
import type { AskContext } from './context.server.ts'

const MOST_ROWS = 2_000_000
const MOST_ROW_BYTES = 512 * 1024 * 1024
const MOST_FILE_BYTES = 64 * 1024 * 1024

/**
 * The stored columns of a dataset as a Parquet file: the rows that the caller may read, at most `sampleRows` of them.
 * Null for a dataset without such columns, and where the database refuses the statement, as for a table that is gone.
 * Throws 400 for more than 2,000,000 rows, 512 MB of text or 64 MB of file.
 */
export async function datasetParquet(context: AskContext, sampleRows: number | null): Promise<Uint8Array | null> {
  const columns = context.model.columns.filter(({ expression }) => expression === null).map(({ name }) => name)
  if (columns.length === 0) return null
  const query = queryObject({ columns, metrics: null, rowLimit: sampleRows })
  const { compiled } = await planQuery(context, query, { maxRows: MOST_ROWS + 1 })
  return inFolder(context.services.uploadsDir, async (folder) => {
    const rows = join(folder, 'rows.json')
    const found = await writeRows(context, compiled.sql, rows).catch(nullOfRefusal)
    if (found === null) return null
    const parquet = join(folder, 'rows.parquet')
    const named = found.map(({ generic, type }, i) => ({ name: compiled.columns[i]?.name ?? '', generic, type }))
    await callWriter(folder, 'parquet', { rows, parquet, columns: named }, context.signal)
    if ((await stat(parquet)).size > MOST_FILE_BYTES) throw tooMuch(context)
    return readFile(parquet)
  })
}

/** Writes the rows as one JSON list of lists; gives their columns. */
async function writeRows(context: AskContext, sql: string, path: string): Promise<readonly ResultColumn[]> {
  const { driver, record, caller, signal, services } = context
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    await file.write('[')
    const { columns, rowCount } = await driver.stream({
      sql,
      maxRows: null,
      timeoutMs: services.conf.SUPERSET_WEBSERVER_TIMEOUT * 1000,
      cells: 'editor',
      schema: record.dataset.schema,
      catalog: record.dataset.catalog,
      user: caller.username,
      lane: 'batch',
      signal,
      onColumns: () => {},
      onRows: async (pieces, count) => {
        if (count === 0) return
        const before = bytes
        bytes += pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
        if (bytes > MOST_ROW_BYTES) throw tooMuch(context)
        if (before > 0) await file.writeFile(',')
        for (const piece of pieces) await file.writeFile(piece)
      },
    })
    if (rowCount > MOST_ROWS) throw tooMuch(context)
    await file.write(']')
    return columns
  } finally {
    await file.close()
  }
}

function nullOfRefusal(cause: unknown): null {
  const isRefused =
    cause instanceof Problem && cause.status === 400 && cause.detail.extra?.['engine_name'] !== undefined
  if (isRefused) return null
  throw cause
}

const tooMuch = ({ model }: AskContext) =>
  new Problem(400, `The dataset ${model.name} has too many rows to take out; ask for some of them with sample_rows.`)
