import type { ResultColumn } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import { emptyQuery } from '../query/compile/empty-query.ts'
import { GENERIC, type GenericType } from '../query/generic-type.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { renderKnown } from './render-sql.server.ts'
import type { Services } from './services.server.ts'

/** A column as the source has it at this moment. */
export interface SourceColumn {
  readonly name: string
  readonly type: string | null
  readonly generic: GenericType | null
  readonly isTemporal: boolean
}
interface Source {
  readonly catalog: string | null
  readonly schema: string | null
  readonly table_name: string
  readonly sql: string | null
  /** A JSON object of values for the template of the SQL. */
  readonly template_params?: string | null
}

const COLUMNS_TIMEOUT_MS = 30_000
const TIMED_OUT = 408

/**
 * Columns of a table, or of the answer to a query, whose template is rendered for the caller; the product itself is no
 * caller. Throws a Problem 422 when there is no such table or the SQL is no single read.
 */
export async function sourceColumns(
  services: Services,
  database: Row<'databases'>,
  source: Source,
  caller: Caller | null,
): Promise<readonly SourceColumn[]> {
  const { driver, dialect } = await services.gateway.open(database)
  if (!source.sql) {
    const table = await driver.table(source.catalog, source.schema, source.table_name)
    if (!table) throw new Problem(422, { table: [missingTable(source)] })
    return table.columns.map(({ name, longType, generic }) => sourceColumn({ name, type: longType, generic }))
  }
  const { signal } = new AbortController()
  const request = { sql: source.sql, templateParams: source.template_params ?? null, urlParams: {}, signal }
  const written = caller === null ? source.sql : await renderKnown(services, request, caller, dialect)
  const verdict = await driver.judge(written, signal, source.schema, source.catalog)
  if (verdict.statements.length !== 1) throw new Problem(422, { sql: ['Only single queries supported'] })
  if (!verdict.isReadOnly || verdict.refusals.length > 0)
    throw new Problem(422, { sql: [verdict.refusals[0] ?? 'Only `SELECT` statements are allowed'] })
  const { schema, catalog } = source
  const user = caller?.username ?? ''
  const asked = {
    maxRows: 0,
    timeoutMs: COLUMNS_TIMEOUT_MS,
    cells: 'chart',
    shape: 'columns',
    schema,
    catalog,
  } as const
  const columnsOf = async (sql: string) =>
    (await driver.run({ ...asked, sql, user, lane: 'interactive', signal })).columns
  const [{ sql } = { sql: written }] = verdict.statements
  const columns = (await withoutRows(columnsOf, sql)) ?? (await columnsOf(written))
  return columns.map(sourceColumn)
}

/**
 * Columns of a query that is asked for none of its rows, so that a heavy one need not be worked out. Null where the
 * engine tells the kind of a column by its rows only, or does not take the query as a part of another one.
 */
async function withoutRows(
  columnsOf: (sql: string) => Promise<readonly ResultColumn[]>,
  sql: string,
): Promise<readonly ResultColumn[] | null> {
  const columns = await columnsOf(emptyQuery(sql)).catch((cause: unknown) => {
    if (cause instanceof Problem && cause.status !== TIMED_OUT) return null
    throw cause
  })
  return columns?.every(({ generic }) => generic !== null) ? columns : null
}

const sourceColumn = ({ name, type, generic }: ResultColumn): SourceColumn => ({
  name,
  type,
  generic,
  isTemporal: generic === GENERIC.time,
})

const missingTable = ({ schema, table_name }: Source) =>
  `Table [${schema ? `${schema}.` : ''}${table_name}] could not be found, please double check your database connection, schema, and table name`
