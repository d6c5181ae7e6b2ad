import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../wire/problem.ts'
import type { Driver, TableDetail, TableEntry } from '../driver.ts'
import { processDriver } from '../process-driver.server.ts'
import { notUploaded, type TableLoader, tableExists } from '../table-loader.ts'
import { duckdbDialect } from './dialect.ts'
import { isUploaded, type Manifest, type ManifestEntry, tableFile, withoutTable, withTable } from './manifest.ts'
import { duckdbPool } from './pool.server.ts'
import { TableFiles, type WarehouseSource } from './table-files.server.ts'
import { TABLES, TableSet } from './table-set.server.ts'
import { holdWarehouse } from './warehouse-lock.server.ts'

interface WarehouseTable {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly version: number
  readonly sortBy: readonly string[]
  /** ISO instant. */
  readonly writtenAt: string
}

/** Tables of the product's own, each in a file that is never changed once it is written. */
export interface Warehouse {
  readonly driver: Driver
  /** Writes a whole table and puts it in place of the one of that name. */
  writeTable(
    name: string,
    source: WarehouseSource,
    options?: { readonly sortBy?: readonly string[]; readonly writtenAt?: Date },
  ): Promise<WarehouseTable>
  /** False when there was none. */
  dropTable(name: string): Promise<boolean>
  list(): readonly WarehouseTable[]
  /** Of a table, null when there is none; of the whole warehouse without a name. */
  version(name?: string): number | null
  /** Starts what the first question will need. */
  warm(): void
  /** Set when the list of tables was damaged and the one before it was used: why. */
  readonly recoveredFrom: string | null
  close(): Promise<void>
}

/** How a table is written beside its rows. */
interface Written {
  readonly sortBy: readonly string[]
  readonly at: Date
  readonly uploaded: boolean
  readonly signal: AbortSignal | null
}

const SCHEMA = 'main'
const MAX_NAME = 128
/** Tables up to here are read in a moment. */
const SMALL_ROWS = 20_000

/** Opens the warehouse in a folder, making it when there is none. One process at a time may hold it. */
export async function openWarehouse(options: { readonly dir: string; readonly tempDir: string }): Promise<Warehouse> {
  const { dir, tempDir } = options
  await mkdir(join(dir, TABLES), { recursive: true })
  await mkdir(tempDir, { recursive: true })
  const letGo = await holdWarehouse(dir)
  try {
    const tables = await TableSet.open(dir)
    return warehouseOver(tables, new TableFiles(tables.folder, tempDir), letGo)
  } catch (error) {
    await letGo()
    throw error
  }
}

function warehouseOver(tables: TableSet, files: TableFiles, letGo: () => Promise<void>): Warehouse {
  const source = () =>
    ({ kind: 'tables', tables: tables.manifest.tables.map((table) => attach(tables.folder, table)) }) as const
  const pool = duckdbPool(source, true)
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
  const put = async (next: Manifest) => {
    await tables.replace(next)
    pool.renew()
  }
  const write = async (name: string, content: WarehouseSource, { sortBy, at, uploaded, signal }: Written) => {
    const file = tableFile(name, tables.manifest.version + 1, randomBytes(4).toString('hex'))
    const { rows, bytes, columns } = await files.write(file, content, sortBy)
    signal?.throwIfAborted()
    const replaced = tables.find(name)
    const base = replaced && replaced.name !== name ? withoutTable(tables.manifest, replaced.name) : tables.manifest
    const writtenAt = at.toISOString()
    const entry = { name, file, rows, bytes, columns: [...columns], sortBy: [...sortBy], writtenAt, uploaded }
    await put(withTable(base, entry))
    return summary(tables.find(name) as ManifestEntry)
  }
  const drop = (name: string) =>
    inTurn(async () => {
      const table = tables.find(name)
      if (table) await put(withoutTable(tables.manifest, table.name))
      return table !== undefined
    })
  const dropUploaded = (name: string) => {
    const table = tables.find(name)
    if (table && !isUploaded(table)) throw notUploaded()
    return drop(name)
  }
  const load: TableLoader['load'] = ({ table, ifExists, content, signal }) =>
    inTurn(async () => {
      signal.throwIfAborted()
      checkName(table)
      const held = tables.find(table)
      if (held && ifExists === 'fail') throw tableExists()
      const source =
        held && ifExists === 'append'
          ? ({ kind: 'appended', path: content.parquet, to: join(tables.folder, held.file) } as const)
          : ({ kind: 'parquet', path: content.parquet } as const)
      const uploaded = held === undefined || isUploaded(held)
      await write(held?.name ?? table, source, { sortBy: [], at: new Date(), uploaded, signal })
    })
  const uploaded = async () => tables.manifest.tables.filter(isUploaded).map(({ name }) => ({ schema: SCHEMA, name }))
  const loader: TableLoader = { load, uploaded, drop: dropUploaded }
  return {
    driver: { ...warehouseDriver(pool, () => tables.manifest), loader },
    recoveredFrom: tables.recoveredFrom,
    warm: () => pool.warm(),
    list: () => tables.manifest.tables.map(summary),
    version: (name) => (name === undefined ? tables.manifest.version : (tables.find(name)?.version ?? null)),
    writeTable: (name, content, { sortBy = [], writtenAt: at = new Date() } = {}) =>
      inTurn(async () => {
        checkName(name)
        return write(name, content, { sortBy, at, uploaded: false, signal: null })
      }),
    dropTable: drop,
    async close() {
      await turn
      files.close()
      await pool.close()
      await letGo()
    },
  }
}

function warehouseDriver(pool: ReturnType<typeof duckdbPool>, current: () => Manifest): Driver {
  const find = (name: string) => current().tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
  const base = processDriver(pool, {
    name: 'DuckDB',
    defaultSchema: SCHEMA,
    isReadOnly: true,
    version: async () => String(current().version),
    areSmall: (tables) => tables.reduce((rows, table) => rows + (find(table.name)?.rows ?? 0), 0) <= SMALL_ROWS,
    check: async () => {},
  })
  return {
    ...base,
    schemas: async () => [SCHEMA],
    tables: async (_catalog, schema) => (schema === SCHEMA ? current().tables.map(tableEntry) : []),
    table: async (_catalog, schema, name) => {
      const table = schema === null || schema === SCHEMA ? find(name) : undefined
      return table ? tableDetail(table) : null
    },
    version: async (tables) => tables.map((table) => `${table.name}:${find(table.name)?.version ?? 0}`).join(','),
  }
}

const tableEntry = (table: ManifestEntry): TableEntry => ({ name: table.name, kind: 'table', rows: table.rows })

function tableDetail(table: ManifestEntry): TableDetail {
  return {
    name: table.name,
    comment: null,
    columns: table.columns.map(({ name, type }) => ({
      name,
      type: type.replace(/\(.*$/, '') || type,
      longType: type,
      generic: duckdbDialect.genericOf(type),
      isNullable: true,
      default: null,
      comment: null,
    })),
    primaryKey: null,
    foreignKeys: [],
    indexes: [],
    view: null,
  }
}

function checkName(name: string) {
  if (name === '' || name.length > MAX_NAME || name.includes('\0') || !name.isWellFormed()) {
    throw new Problem(400, `A table needs a name of 1 to ${MAX_NAME} characters.`)
  }
}

const summary = ({ name, rows, bytes, version, sortBy, writtenAt }: ManifestEntry): WarehouseTable => ({
  name,
  rows,
  bytes,
  version,
  sortBy,
  writtenAt,
})

const attach = (tablesDir: string, table: ManifestEntry) => ({
  name: table.name,
  alias: `sightline_${table.version}`,
  file: join(tablesDir, table.file),
})
