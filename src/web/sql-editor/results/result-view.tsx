import {
  memo,
  type ReactElement,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PagedRows } from '../../ui/grid/paged-rows.ts'
import { ResultGrid, useColumnWidths } from '../../ui/grid/result-grid.tsx'
import { nextSort, type SortBy } from '../../ui/grid/row-order.ts'
import { boundsOf, type Selection } from '../../ui/grid/selection.ts'
import { selectionStats } from '../../ui/grid/selection-stats.ts'
import { StatisticsBar } from '../../ui/grid/statistics-bar.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import type { QueryRecord } from '../model/state.ts'
import type { StatementResult } from '../model/statement-results.ts'
import type { ResultSource } from '../result-rows.ts'
import { openDialog, useView, viewStore } from '../view-store.ts'
import { ColumnExplorer } from './column-explorer.tsx'
import { copySelection } from './copy-selection.ts'
import { useGridTexts, useStatisticsTexts } from './grid-texts.ts'
import { planText } from './plan-text.ts'
import { PlanView } from './plan-view.tsx'
import { ResultBar } from './result-bar.tsx'
import { type ResultTable, SORTABLE_ROWS, useResultTable, WHOLE_CELLS } from './use-result-table.ts'

interface ResultViewProps {
  readonly query: QueryRecord
  readonly result: StatementResult
  readonly source: ResultSource
}

/** Drawn again only when the result changes, not at every keystroke in the text above. */
export const ResultView = memo(function ResultView({ query, result, source }: ResultViewProps) {
  const t = useText()
  const { rows } = source
  const version = useSyncExternalStore(rows.subscribe, rows.version)
  const [sort, setSort] = useState<SortBy | null>(null)
  const [filter, setFilter] = useState('')
  const [selection, setSelection] = useState<Selection | null>(null)
  const table = useResultTable(source, result, version, sort, useDeferredValue(filter))
  const { widths, resize } = useColumnWidths(table.firstWidths)
  const gridTexts = useGridTexts()
  const isExplorerOpen = useView((state) => state.isExplorerOpen)
  const { order } = table
  const handleView = useCallback(
    (first: number, end: number) => {
      if (order === null) rows.want(first, end)
    },
    [rows, order],
  )
  const { canSort, loadAll } = useWholeResult(rows, table, isExplorerOpen)
  const handleSort = (column: number) => {
    loadAll()
    setSort(nextSort(sort, column))
    setSelection(null)
  }
  const handleFilter = (text: string) => {
    setFilter(text)
    setSelection(null)
  }
  const handleSelect = (next: Selection | null) => {
    setSelection(next)
    if (next !== null) viewStore.setState({ explorerColumn: next.focus.column })
  }
  const other = insteadOfGrid({ query, result, source }, table, t)
  if (other !== null) return other
  const handleOpenCell = (row: number, place: number) => openCell(table, row, place)
  const copy = (withHeaders: boolean) => void copySelection(selection, table, rows, withHeaders)
  return (
    <div className="sql-result">
      <div className="sql-result-main">
        <ResultBar
          canFilter={canSort}
          onFilterStart={loadAll}
          query={query}
          result={result}
          table={table}
          filter={filter}
          onFilter={handleFilter}
          onCopy={() => copy(true)}
        />
        <ResultGrid
          columns={table.columns}
          rowCount={table.rowCount}
          rowAt={table.rowAt}
          rowNumber={(index) => (order?.[index] ?? index) + 1}
          onView={handleView}
          selection={selection}
          onSelect={handleSelect}
          onCopy={copy}
          onOpenCell={handleOpenCell}
          sort={sort}
          onSort={canSort ? handleSort : undefined}
          widths={widths}
          onResize={resize}
          texts={gridTexts}
        />
        {rows.isComplete() && table.totalRows === 0 && <p className="sql-no-rows">{t('The query returned no rows')}</p>}
        <Statistics selection={selection} table={table} />
      </div>
      {isExplorerOpen && <ColumnExplorer table={table} query={query} sql={result.sql} />}
    </div>
  )
})

/** What is shown where there are no rows to put into a grid; null where there are. */
function insteadOfGrid(props: ResultViewProps, table: ResultTable, t: ReturnType<typeof useText>): ReactElement | null {
  const { rows } = props.source
  if (rows.failure() !== null && rows.rowCount() === 0)
    return <FailedState title={t('Failed at retrieving results')} onRetry={rows.retry} />
  if (rows.isComplete() && table.columns.length === 0)
    return <EmptyState centred title={t('The statement is done. It returns no rows.')} />
  const plan = planText(props.result.sql, table.columns, rows.allRows())
  return plan === null ? null : <PlanView query={props.query} result={props.result} table={table} plan={plan} />
}

function openCell(table: ResultTable, row: number, place: number): void {
  const column = table.columns[place]
  const cells = table.rowAt(row)
  if (column !== undefined && cells !== null) openDialog({ kind: 'cell', column, value: cells[place] ?? null })
}

function Statistics({ selection, table }: { selection: Selection | null; table: ResultTable }) {
  const texts = useStatisticsTexts()
  const stats = useMemo(
    () => (selection === null ? null : selectionStats(boundsOf(selection), table.columns, table.rowAt)),
    [selection, table],
  )
  return <StatisticsBar stats={stats} texts={texts} />
}

/** Small results are loaded whole at once, larger ones when they are to be sorted, filtered or explored. */
function useWholeResult(rows: PagedRows, table: ResultTable, isExplored: boolean) {
  const canSort = rows.isComplete() && table.totalRows <= SORTABLE_ROWS
  const isSmall = rows.isComplete() && table.totalRows * table.columns.length <= WHOLE_CELLS
  const loadAll = useCallback(() => {
    if (rows.allRows() === null) rows.ensure(0, rows.rowCount()).catch(() => undefined)
  }, [rows])
  useEffect(() => {
    if (isSmall || (isExplored && canSort)) loadAll()
  }, [isSmall, isExplored, canSort, loadAll])
  return { canSort, loadAll }
}
