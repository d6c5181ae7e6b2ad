import { useMemo } from 'react'
import type { GridColumn, Row } from '../../ui/grid/cell.ts'
import { columnHistogram } from '../../ui/grid/column-profile.ts'
import { firstWidth } from '../../ui/grid/column-width.ts'
import { rowOrder, type SortBy } from '../../ui/grid/row-order.ts'
import type { StatementResult } from '../model/statement-results.ts'
import { gridColumns, type ResultSource } from '../result-rows.ts'

/** More rows are sorted and filtered by the database, not here. */
export const SORTABLE_ROWS = 100_000
/** A result so small is loaded whole, so that it can be sorted at once. */
export const WHOLE_CELLS = 200_000
const SAMPLE_ROWS = 2_000

export interface ResultTable {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  readonly loadedRows: readonly Row[]
  /** Every row when all of them are in memory and few enough to sort here. */
  readonly all: readonly Row[] | null
  readonly order: readonly number[] | null
  readonly rowAt: (index: number) => Row | null
  readonly firstWidths: readonly number[]
  readonly totalRows: number
}

/** What the grid shows: the rows as they are loaded, or all of them in another order. */
export function useResultTable(
  source: ResultSource,
  result: StatementResult,
  version: number,
  sort: SortBy | null,
  filter: string,
): ResultTable {
  const { rows } = source
  const loaded = useMemo(() => loadedPart(source, result, version), [source, result, version])
  const { all, columns } = loaded
  const isSampled = loaded.sample.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths are set once, when the first rows are here
  const firstWidths = useMemo(
    () => columns.map((column, place) => firstWidth(column, place, loaded.sample.slice(0, 200))),
    [columns.length, isSampled],
  )
  const order = useMemo(
    () => (all === null ? null : rowOrder(all, columns, sort, filter)),
    [all, columns, sort, filter],
  )
  return useMemo(
    () => ({
      columns,
      rowCount: order?.length ?? loaded.rowCount,
      totalRows: loaded.rowCount,
      loadedRows: all ?? loaded.sample,
      all,
      order,
      rowAt: (index: number) => (order === null || all === null ? rows.row(index) : (all[order[index] ?? -1] ?? null)),
      firstWidths,
    }),
    [columns, order, rows, all, loaded, firstWidths],
  )
}

interface LoadedPart {
  /** The state of the source that this was read from. */
  readonly version: number
  readonly rowCount: number
  readonly all: readonly Row[] | null
  readonly sample: readonly Row[]
  readonly columns: readonly GridColumn[]
}

function loadedPart({ rows, columns: ownColumns }: ResultSource, result: StatementResult, version: number): LoadedPart {
  const rowCount = rows.rowCount()
  const all = rowCount <= SORTABLE_ROWS ? rows.allRows() : null
  const sample = all?.slice(0, SAMPLE_ROWS) ?? firstRows(rows.row, Math.min(SAMPLE_ROWS, rowCount))
  const known = ownColumns()
  const plain = gridColumns(known.length > 0 ? known : result.columns)
  const columns =
    all === null
      ? plain
      : plain.map((column, place) => ({ ...column, histogram: columnHistogram(sample, place, column.kind) }))
  return { version, rowCount, all, sample, columns }
}

function firstRows(rowAt: (index: number) => Row | null, count: number): readonly Row[] {
  const rows: Row[] = []
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index)
    if (row === null) break
    rows.push(row)
  }
  return rows
}
