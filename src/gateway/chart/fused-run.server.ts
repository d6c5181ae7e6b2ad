import type { Driver, ResultColumn, RunRequest, SqlVerdict } from '../../engines/driver.ts'
import { uniqueNames } from '../../engines/unique-names.ts'
import type { Dialect } from '../../query/dialect.ts'
import { fuseQueries, type MemberPlace } from '../../query/plan/fuse.ts'
import type { Pieces } from '../../query/plan/pieces.ts'
import { type CellPlaces, cellPlaces } from './cell-slices.ts'
import { CLOSE, COMMA, OPEN, recordsText } from './record-text.server.ts'

/** A statement of a chart as the driver will be asked, with what is needed to ask it together with others. */
export interface ChartStatement {
  readonly driver: Driver
  readonly dialect: Dialect
  readonly request: RunRequest & { readonly shape: 'records' | 'columns' }
  readonly pieces: Pieces | null
  /** Names of its columns in the SQL. */
  readonly names: readonly string[]
  readonly tables: SqlVerdict['tables']
}

/** Rows as the driver gives them. */
export interface StatementRows {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly body: Uint8Array
}

const NULL_FIRST = 0x6e
/**
 * Asks several questions in one statement, which the engine's parser judges as any other. Null stands for an answer
 * whose last rows are left open by equal values: only its own statement says which of them it has. Throws what the
 * engine throws; gives nothing where the statement may not run.
 */
export async function runFused(
  statements: readonly ChartStatement[],
  signal: AbortSignal,
): Promise<readonly (StatementRows | null)[]> {
  const [first] = statements
  const pieces = statements.flatMap((statement) => statement.pieces ?? [])
  const fused = first && pieces.length === statements.length ? fuseQueries(pieces, first.dialect) : null
  if (!first || !fused) return []
  const { driver, request } = first
  const verdict = await driver.judge(fused.sql, signal, request.schema, request.catalog)
  if (!isAllowed(verdict, statements)) return []
  const result = await driver.run({ ...request, sql: fused.sql, shape: 'columns', signal })
  const cells = cellPlaces(result.body)
  return statements.map((statement, number) => {
    const place = fused.members[number]
    return place ? answerOf(statement, place, { number, cells, ...result }) : null
  })
}

/** A reading statement of nothing but the tables that its members read. */
function isAllowed(verdict: SqlVerdict, statements: readonly ChartStatement[]): boolean {
  const known = new Set(statements.flatMap(({ tables }) => tables.map(tableKey)))
  return (
    verdict.isReadOnly &&
    verdict.refusals.length === 0 &&
    verdict.statements.length === 1 &&
    verdict.tables.every((table) => known.has(tableKey(table)))
  )
}

const tableKey = ({ catalog, schema, name }: SqlVerdict['tables'][number]) => JSON.stringify([catalog, schema, name])

interface Whole extends StatementRows {
  readonly number: number
  readonly cells: readonly CellPlaces[]
}

function answerOf({ request, names }: ChartStatement, place: MemberPlace, whole: Whole): StatementRows | null {
  const rows = rowsOf(whole, place)
  if (rows === null) return null
  const columns = place.columns.map((at, i): ResultColumn => {
    const { type = null, generic = null } = whole.columns[at] ?? {}
    const isEmpty = rows.every((row) => whole.body[whole.cells[at]?.[row * 2] ?? 0] === NULL_FIRST)
    return { name: names[i] ?? '', type, generic, isEmpty }
  })
  return {
    columns,
    rowCount: rows.length,
    body: bodyOf(request.shape, uniqueNames(names), { rows, columns: place.columns, whole }),
  }
}

/** The member's rows by number, in its order; null where the limit cuts between equal ones. */
function rowsOf(whole: Whole, place: MemberPlace): readonly number[] | null {
  const rows: number[] = []
  for (let row = 0; row < whole.rowCount; row += 1) if (Number(textAt(whole, 0, row)) === whole.number) rows.push(row)
  const [last, next] = [rows[place.rows - 1], rows[place.rows]]
  const isOpen =
    last !== undefined && next !== undefined && place.order.every((at) => isSameCell(whole, at, last, next))
  return isOpen ? null : rows.slice(0, place.rows)
}

const cellAt = ({ body, cells }: Whole, column: number, row: number): Buffer =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).subarray(
    cells[column]?.[row * 2],
    cells[column]?.[row * 2 + 1],
  )
const textAt = (whole: Whole, column: number, row: number) => cellAt(whole, column, row).toString('latin1')
const isSameCell = (whole: Whole, column: number, a: number, b: number) =>
  Buffer.compare(cellAt(whole, column, a), cellAt(whole, column, b)) === 0

/** Rows by number, their columns, and where both are found. */
interface Chosen {
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  readonly whole: Whole
}

const recordsOf = (names: readonly string[], { rows, columns, whole }: Chosen) =>
  recordsText(names, rows, columns, (column, row) => cellAt(whole, column, row))

/** The rows in the form in which a driver writes them. */
function bodyOf(shape: 'records' | 'columns', names: readonly string[], chosen: Chosen): Uint8Array {
  return Buffer.concat([OPEN, ...(shape === 'columns' ? columnsText(chosen) : recordsOf(names, chosen)), CLOSE])
}

const columnsText = ({ rows, columns, whole }: Chosen) =>
  columns.flatMap((column, i) => {
    const cells = rows.flatMap((row, n) => [...(n === 0 ? [] : [COMMA]), cellAt(whole, column, row)])
    return [...(i === 0 ? [] : [COMMA]), OPEN, ...cells, CLOSE]
  })
