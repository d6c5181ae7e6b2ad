import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** A DuckDB file made by the statements, in a folder of its own that a server may be given as a source. */
export async function duckdbFile(
  ...statements: readonly string[]
): Promise<{ readonly dir: string; readonly path: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'source-'))
  const path = join(dir, 'data.duckdb')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
  return { dir, path }
}
