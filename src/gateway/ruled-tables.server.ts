import type { Driver } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import { tableReferences } from '../query/sql/tables.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import type { Services } from './services.server.ts'
import type { TableName } from './table-places.server.ts'
import { whileUnchanged } from './while-unchanged.server.ts'

interface TableDataset {
  readonly id: number
  readonly table_name: string
  readonly catalog: string | null
  readonly schema: string | null
}
type Stores = Pick<Services, 'db' | 'metadataMark'>

/** Tables with row-level rules for anybody, and those that a guest's token names. */
export async function ruledDatasets(
  services: Stores,
  databaseId: number,
  caller: Pick<Caller, 'guest'>,
): Promise<readonly TableDataset[]> {
  const tables = await tableDatasets(services, databaseId)
  const named = new Set((caller.guest?.rls ?? []).flatMap(({ dataset }) => dataset ?? []))
  return tables.filter(({ id, isRuled }) => isRuled || named.has(id))
}

/** Tables whose rows are read without being named. */
export interface FurtherTables {
  /** No rule can be put where they are read. */
  readonly hidden: readonly TableName[]
  /** A table that is asked and one whose rows it holds a part of: what holds for the whole holds for the part. */
  readonly parts: readonly { readonly part: TableName; readonly whole: TableName }[]
}

/**
 * Tables that views among the asked ones read, however deep, and tables that share rows with the asked ones. A view or
 * a part that is a dataset is left out: somebody has decided what may be seen of it, by rules of its own. Throws 403 for
 * a view whose text the connection's account may not read.
 */
export async function furtherTables(
  asking: {
    readonly services: Stores
    readonly database: Pick<Row<'databases'>, 'id'>
    readonly driver: Driver
    readonly dialect: Dialect
  },
  asked: readonly TableName[],
): Promise<FurtherTables> {
  const { services, database, driver, dialect } = asking
  const own = await driver.defaultSchema()
  const datasets = await tableDatasets(services, database.id)
  const isDataset = (table: TableName) =>
    datasets.some((dataset) => keyOf(tableOf(dataset, own)) === keyOf(table) && isSameCatalog(dataset, table))
  const seen = new Set<string>()
  const isDirect = new Set(asked.map(keyOf))
  const hidden: TableName[] = []
  const plain: TableName[] = []
  const waiting = [...asked]
  for (let table = waiting.pop(); table; table = waiting.pop()) {
    const place = `${table.catalog?.toLowerCase() ?? ''} ${keyOf(table)}`
    if (seen.has(place) || isDataset(table)) continue
    seen.add(place)
    plain.push(table)
    const text = (await detailOf(driver, table))?.view ?? null
    if (text === '') throw unreadable(table.name)
    const inner = text === null ? [] : tablesOfView(text, dialect, table, own)
    hidden.push(...inner)
    waiting.push(...inner)
  }
  const known = new Set(plain.map(keyOf))
  const pairs = (await partsOf(driver, plain)).map(({ part, whole }) => ({
    part: { catalog: null, ...part },
    whole: { catalog: null, ...whole },
  }))
  // The whole shows the rows of all its parts; within a view, a part shows those of the whole.
  const shown = pairs.filter(({ whole }) => known.has(keyOf(whole))).map(({ part }) => part)
  const read = pairs.filter(({ part }) => known.has(keyOf(part)))
  const inside = new Set(hidden.map(keyOf))
  const behind = read.filter(({ part }) => inside.has(keyOf(part))).map(({ whole }) => whole)
  return { hidden: [...hidden, ...shown, ...behind], parts: read.filter(({ part }) => isDirect.has(keyOf(part))) }
}

/** A catalog may be said where names have none, or to a server that does not look at it. */
const detailOf = async (driver: Driver, { catalog, schema, name }: TableName) =>
  (catalog === null ? null : await driver.table(catalog, schema, name)) ?? driver.table(null, schema, name)

const partsOf = async ({ parts }: Driver, tables: readonly TableName[]) =>
  parts === null ? [] : parts(tables.flatMap(({ schema, name }) => (schema === null ? [] : [{ schema, name }])))

const unreadable = (view: string) =>
  new Problem(
    403,
    `Row-level rules hold in this database, and the connection may not read the text of the view ${view}: what it shows of ruled tables is not known.`,
    { type: 'TABLE_SECURITY_ACCESS_ERROR', extra: { tables: [view] } },
  )

/** A name without a schema may lie in the view's or in the one that is always looked through; so may its catalog. */
function tablesOfView(text: string, dialect: Dialect, view: TableName, own: string | null): readonly TableName[] {
  return tableReferences(text, dialect.lexicon).flatMap(({ parts }) => {
    const [name = '', named, catalog = view.catalog] = parts.toReversed()
    return (named === undefined ? [view.schema, own] : [named]).map((schema) => ({ catalog, schema, name }))
  })
}

/** One that is not named may be any. */
const isSameCatalog = (a: Pick<TableDataset, 'catalog'>, b: TableName) =>
  a.catalog === null || b.catalog === null || a.catalog.toLowerCase() === b.catalog.toLowerCase()

const tableOf = (dataset: TableDataset, own: string | null): TableName => ({
  catalog: null,
  schema: dataset.schema ?? own,
  name: dataset.table_name,
})

const keyOf = ({ schema, name }: TableName) => JSON.stringify([schema?.toLowerCase() ?? null, name.toLowerCase()])

/** Physical datasets of a database, and whether there is any rule on them. */
const tableDatasets = (services: Stores, databaseId: number) =>
  whileUnchanged(services, `tables of database ${databaseId}`, async () => {
    const rows = await services.db
      .selectFrom('datasets')
      .select((eb) => [
        'id',
        'table_name',
        'catalog',
        'schema',
        eb('id', 'in', eb.selectFrom('row_rule_datasets').select('dataset_id')).as('is_ruled'),
      ])
      .where('database_id', '=', databaseId)
      .where('sql', 'is', null)
      .execute()
    return rows.map((row) => ({ ...row, isRuled: Boolean(row.is_ruled) }))
  })
