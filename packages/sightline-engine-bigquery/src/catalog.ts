import type { ColumnEntry, TableDetail, TableEntry } from '../../../src/engines/driver.ts'
import type { BigqueryClient } from './client.ts'
import { bigqueryDialect } from './dialect.ts'
import { BigqueryFailure } from './errors.ts'
import { type Field, typeText } from './types.ts'

const PAGE = '1000'

/** Every page of a list. */
async function listed<T>(client: BigqueryClient, path: string, name: string): Promise<readonly T[]> {
  const found: T[] = []
  let pageToken: string | null = null
  do {
    const page = (await client.call(path, { query: { maxResults: PAGE, pageToken } })) as Readonly<
      Record<string, unknown>
    >
    found.push(...((page[name] as T[] | undefined) ?? []))
    pageToken = typeof page.nextPageToken === 'string' ? page.nextPageToken : null
  } while (pageToken !== null)
  return found
}

interface WireDataset {
  readonly datasetReference: { readonly datasetId: string }
}

export async function listSchemas(client: BigqueryClient): Promise<string[]> {
  const datasets = await listed<WireDataset>(client, `${client.address.project}/datasets`, 'datasets')
  return datasets.map(({ datasetReference }) => datasetReference.datasetId).sort()
}

interface WireTable {
  readonly tableReference: { readonly tableId: string }
  readonly type?: string
  readonly description?: string
  readonly numRows?: string
  readonly schema?: { readonly fields?: readonly Field[] }
  readonly view?: { readonly query?: string }
  readonly materializedView?: { readonly query?: string }
  readonly clustering?: { readonly fields?: readonly string[] }
  readonly timePartitioning?: { readonly field?: string }
  readonly rangePartitioning?: { readonly field?: string }
  readonly tableConstraints?: {
    readonly primaryKey?: { readonly columns?: readonly string[] }
    readonly foreignKeys?: readonly {
      readonly name?: string
      readonly referencedTable: { readonly datasetId: string; readonly tableId: string }
      readonly columnReferences: readonly { readonly referencingColumn: string; readonly referencedColumn: string }[]
    }[]
  }
}

const KINDS: Readonly<Record<string, TableEntry['kind']>> = { VIEW: 'view', MATERIALIZED_VIEW: 'materialized_view' }

/** A dataset of another project has the project before it. */
function pathOf({ address }: BigqueryClient, schema: string): string {
  const [dataset = '', ...project] = schema.split('.').toReversed()
  const of = project.toReversed().join('.') || address.project
  return `${encodeURIComponent(of)}/datasets/${encodeURIComponent(dataset)}/tables`
}

export async function listTables(client: BigqueryClient, schema: string): Promise<TableEntry[]> {
  const tables = await listed<WireTable>(client, pathOf(client, schema), 'tables')
  const entries = tables.map(({ tableReference, type = '' }) => ({
    ...{ name: tableReference.tableId, kind: KINDS[type] ?? 'table', rows: null },
  }))
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Everything about one table or view; null when there is none. */
export async function describeTable(client: BigqueryClient, schema: string, name: string): Promise<TableDetail | null> {
  if (schema === '') return null
  const path = `${pathOf(client, schema)}/${encodeURIComponent(name)}`
  const table = await client.call(path).catch((cause: unknown) => {
    if (cause instanceof BigqueryFailure && cause.status === 404) return null
    throw cause
  })
  return table === null ? null : detailOf(name, table as WireTable)
}

function detailOf(name: string, table: WireTable): TableDetail {
  const { description = null, schema, tableConstraints: { primaryKey, foreignKeys = [] } = {}, type = '' } = table
  const partition = table.timePartitioning?.field ?? table.rangePartitioning?.field
  const indexes = [
    ...(partition ? [{ name: 'partition', columns: [partition], isUnique: false }] : []),
    ...(table.clustering?.fields ? [{ name: 'clustering', columns: table.clustering.fields, isUnique: false }] : []),
  ]
  return {
    ...{ name, comment: description || null, columns: (schema?.fields ?? []).map(columnOf), indexes },
    primaryKey: primaryKey?.columns ? { name: null, columns: primaryKey.columns } : null,
    foreignKeys: foreignKeys.map(({ name: key = null, referencedTable, columnReferences }) => ({
      name: key,
      columns: columnReferences.map(({ referencingColumn }) => referencingColumn),
      referredSchema: referencedTable.datasetId,
      referredTable: referencedTable.tableId,
      referredColumns: columnReferences.map(({ referencedColumn }) => referencedColumn),
    })),
    view: type in KINDS ? (table.view?.query ?? table.materializedView?.query ?? '') : null,
  }
}

function columnOf(field: Field): ColumnEntry {
  const longType = typeText(field)
  return {
    ...{ name: field.name, longType, type: longType.replace(/[(<].*/s, '') },
    generic: bigqueryDialect.genericOf(longType),
    isNullable: field.mode !== 'REQUIRED',
    default: field.defaultValueExpression ?? null,
    comment: field.description || null,
  }
}
