import type { Driver, SqlVerdict } from '../engines/driver.ts'

export type TableName = SqlVerdict['tables'][number]

/** Where names without a catalog or schema are looked up. */
export interface NamePath {
  readonly catalog: string | null
  readonly schema: string | null
}

/**
 * Tells in which schema the named tables lie. A name without a schema is looked up in the path's schema first and in
 * the database's own second, as the engines do; a lone prefix that is no schema names the catalog.
 */
export async function tablePlaces(
  driver: Driver,
  tables: readonly TableName[],
  path: NamePath,
): Promise<(table: TableName) => TableName> {
  const own = await driver.defaultSchema()
  const places = new Map<string, TableName>()
  for (const table of tables) {
    const key = keyOf(table)
    if (!places.has(key)) places.set(key, await placeOf(driver, table, path, own))
  }
  return (table) => places.get(keyOf(table)) ?? { ...table, schema: table.schema ?? path.schema ?? own }
}

async function placeOf(driver: Driver, table: TableName, path: NamePath, own: string | null): Promise<TableName> {
  const first = path.schema ?? own
  const catalog = table.catalog ?? path.catalog
  if (table.schema === null) {
    if (same(first, own)) return { ...table, catalog, schema: own }
    const found = await inAny(path, (each) => driver.table(each, first, table.name))
    return { ...table, catalog, schema: found === null ? own : first }
  }
  if (table.catalog !== null || same(table.schema, own) || same(table.schema, first)) return { ...table, catalog }
  const isNamed = (schema: string) => same(schema, table.schema)
  const found = await inAny(path, async (each) => (await driver.schemas(each)).find(isNamed) ?? null)
  return found === null ? { ...table, catalog: table.schema, schema: own } : { ...table, catalog }
}

/** A request may name a catalog that a server without catalogs does not look at; its tables are then in none. */
async function inAny<T>({ catalog }: NamePath, find: (catalog: string | null) => Promise<T | null>): Promise<T | null> {
  return (catalog === null ? null : await find(catalog)) ?? find(null)
}

const keyOf = ({ catalog, schema, name }: TableName) => JSON.stringify([catalog, schema, name].map(lower))
const lower = (text: string | null) => text?.toLowerCase() ?? null
const same = (a: string | null, b: string | null) => lower(a) === lower(b)
