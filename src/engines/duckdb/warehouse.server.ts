import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../wire/problem.ts'
import type { Driver, TableDetail, TableEntry } from '../driver.ts'
import { problemOf, processDriver } from '../process-driver.server.ts'
import { duckdbDialect } from './dialect.ts'
import { type Manifest, type ManifestEntry, tableFile, withoutTable, withTable } from './manifest.ts'
import { readManifest, writeManifest } from './manifest-file.server.ts'
import { duckdbPool } from './pool.server.ts'
import { TableFiles, type WarehouseSource } from './table-files.server.ts'

export interface WarehouseTable {
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
    options?: { readonly sortBy?: readonly string[] },
  ): Promise<WarehouseTable>
  /** False when there was none. */
  dropTable(name: string): Promise<boolean>
  list(): readonly WarehouseTable[]
  /** Of a table, null when there is none; of the whole warehouse without a name. */
  version(name?: string): number | null
  /** Set when the list of tables was damaged and the one before it was used: why. */
  readonly recoveredFrom: string | null
  close(): Promise<void>
}

const MAX_NAME = 128
/** Tables up to here are read in a moment. */
const SMALL_ROWS = 20_000

/** Opens the warehouse in a folder, making it when there is none. */
export async function openWarehouse(options: { readonly dir: string; readonly tempDir: string }): Promise<Warehouse> {
  const { dir, tempDir } = options
  const tablesDir = join(dir, 'tables')
  await mkdir(tablesDir, { recursive: true })
  await mkdir(tempDir, { recursive: true })
  const found = await readManifest(dir)
  let manifest = found.manifest
  await checkFiles(tablesDir, manifest)
  await removeStrangers(tablesDir, manifest)

  const pool = duckdbPool(
    () => ({ kind: 'tables', tables: manifest.tables.map((table) => attach(tablesDir, table)) }),
    null,
  )
  const files = new TableFiles(tablesDir, tempDir)
  const tableOf = (name: string) => manifest.tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
  const driver = warehouseDriver(pool, () => manifest)
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
  const replace = async (next: Manifest) => {
    const before = manifest
    await writeManifest(dir, next, before)
    manifest = next
    pool.renew()
    await removeUnused(tablesDir, before, next)
  }
  return {
    driver,
    recoveredFrom: found.recoveredFrom,
    list: () => manifest.tables.map(summary),
    version: (name) => (name === undefined ? manifest.version : (tableOf(name)?.version ?? null)),
    writeTable: (name, source, { sortBy = [] } = {}) =>
      inTurn(async () => {
        checkName(name)
        const file = tableFile(name, manifest.version + 1, randomBytes(4).toString('hex'))
        const { rows, bytes, columns } = await files.write(file, source, sortBy)
        const replaced = tableOf(name)
        const base = replaced && replaced.name !== name ? withoutTable(manifest, replaced.name) : manifest
        const writtenAt = new Date().toISOString()
        const next = withTable(base, { name, file, rows, bytes, columns: [...columns], sortBy: [...sortBy], writtenAt })
        await replace(next)
        return summary(next.tables.find((table) => table.name === name) as ManifestEntry)
      }),
    dropTable: (name) =>
      inTurn(async () => {
        const table = tableOf(name)
        if (table) await replace(withoutTable(manifest, table.name))
        return table !== undefined
      }),
    async close() {
      await turn
      files.close()
      await pool.close()
    },
  }
}

function warehouseDriver(pool: ReturnType<typeof duckdbPool>, current: () => Manifest): Driver {
  const find = (name: string) => current().tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
  const base = processDriver(pool, {
    name: 'DuckDB',
    defaultSchema: 'main',
    isReadOnly: true,
    version: async () => String(current().version),
    areSmall: (tables) => tables.reduce((rows, table) => rows + (find(table.name)?.rows ?? 0), 0) <= SMALL_ROWS,
    check: async () => {},
  })
  return {
    ...base,
    schemas: async () => ['main'],
    tables: async (_catalog, schema) => (schema === 'main' ? current().tables.map(tableEntry) : []),
    table: async (_catalog, schema, name) => {
      const table = schema === null || schema === 'main' ? find(name) : undefined
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

async function checkFiles(tablesDir: string, manifest: Manifest) {
  for (const table of manifest.tables) {
    const info = await stat(join(tablesDir, table.file)).catch(() => null)
    if (!info) {
      throw new Error(
        `The file ${join(tablesDir, table.file)} of table "${table.name}" is missing; restore it from a backup.`,
      )
    }
  }
}

/** Files that no manifest names were left by a kill in the middle of writing. The previous manifest's files stay. */
async function removeStrangers(tablesDir: string, manifest: Manifest) {
  const kept = new Set(manifest.tables.map((table) => table.file))
  for (const name of await readdir(tablesDir)) {
    if (!kept.has(name)) await rm(join(tablesDir, name), { force: true })
  }
}

/** Open files live on for the workers that still read them. */
async function removeUnused(tablesDir: string, before: Manifest, next: Manifest) {
  const kept = new Set(next.tables.map((table) => table.file))
  for (const table of before.tables) {
    if (!kept.has(table.file)) await rm(join(tablesDir, table.file), { force: true }).catch(() => {})
  }
}
