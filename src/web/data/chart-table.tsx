import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { type CSSProperties, Fragment, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Selection, TableDrawing } from '../../charts/chart.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextInput } from '../ui/field.tsx'
import { formatCount } from '../ui/format.ts'
import { useRowWindow } from '../ui/row-window.ts'
import { useText } from '../ui/text.ts'
import { Spark } from './chart-figure.tsx'
import { type ChartTableSort, nextTableSort, tableRows } from './chart-table-model.ts'
import styles from './chart-view.module.css'

const ROW_PX = 28

export interface ChartTableProps {
  readonly table: TableDrawing
  readonly label: string
  readonly selected?: readonly unknown[] | null | undefined
  readonly onSelect?: ((selection: Selection) => void) | undefined
  /** Another page is asked for, where the database cuts them. */
  readonly onPage?: ((page: number) => void) | undefined
}

/** Rows of a chart: sorted, searched and paged in place; only those in view are drawn. */
export function ChartTable({ table, label, selected, onSelect, onPage }: ChartTableProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [sort, setSort] = useState<ChartTableSort | null>(null)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const needle = useDeferredValue(search)
  const found = useMemo(() => tableRows(table, needle, sort), [table, needle, sort])
  const length = table.pageLength ?? Math.max(1, found.length)
  const pages = Math.max(1, Math.ceil(found.length / length))
  const at = Math.min(page, pages - 1)
  const rows = found.slice(at * length, (at + 1) * length)
  const view = useRowWindow(scroller, rows.length, ROW_PX)
  return (
    <div className={styles.tableBox}>
      {table.hasSearch && (
        <div className={styles.tableBar}>
          <TextInput
            aria-label={t('Search rows')}
            placeholder={t('Search {{count}} row|Search {{count}} rows', { count: table.rowCount })}
            icon={<IconSearch className="s" aria-hidden />}
            size="sm"
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      <div ref={scroller} className={styles.tableScroll}>
        <table className="tbl" aria-label={label} aria-rowcount={found.length + 1}>
          <TableHead table={table} sort={sort} onSort={(column) => setSort(nextTableSort(table, sort, column))} />
          <tbody>
            <Gap height={view.padTop} />
            {rows.slice(view.first, view.end).map((row) => (
              <TableRow key={row} table={table} row={row} selected={selected ?? null} onSelect={onSelect} />
            ))}
            <Gap height={view.padBottom} />
          </tbody>
          {table.totals && <TotalsRow table={table} totals={table.totals} />}
        </table>
      </div>
      {pages > 1 && <Pager page={at} pages={pages} count={found.length} onPage={setPage} />}
      {table.serverPage && onPage && <ServerPager {...table.serverPage} onPage={onPage} />}
    </div>
  )
}

interface HeadProps {
  readonly table: TableDrawing
  readonly sort: ChartTableSort | null
  onSort(column: number): void
}

function TableHead({ table, sort, onSort }: HeadProps) {
  return (
    <thead>
      <tr>
        {table.columns.map((column, index) => {
          const isSorted = sort?.column === index
          const Arrow = sort?.isDescending ? IconArrowDown : IconArrowUp
          return (
            <Fragment key={column.name}>
              <th
                className={column.align === 'right' ? 'num' : undefined}
                aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" className={styles.sortButton} onClick={() => onSort(index)}>
                  {column.label}
                  {isSorted && <Arrow aria-hidden />}
                </button>
              </th>
              {column.bar && <th className={styles.barCell} aria-hidden />}
            </Fragment>
          )
        })}
      </tr>
    </thead>
  )
}

const BarCell = ({ share }: { share: number | null }) => (
  <td className={styles.barCell} aria-hidden>
    {share !== null && <i style={{ width: `${share * 100}%` }} />}
  </td>
)

interface RowProps {
  readonly table: TableDrawing
  readonly row: number
  readonly selected: readonly unknown[] | null
  readonly onSelect?: ((selection: Selection) => void) | undefined
}

function TableRow({ table, row, selected, onSelect }: RowProps) {
  const chosen = selected?.map(String) ?? []
  const isChosen =
    chosen.length > 0 && table.columns.some((one) => one.isDimension && chosen.includes(String(one.raw(row))))
  return (
    <tr className={classNames(isChosen && 'sel')}>
      {table.columns.map((column) => {
        const text = column.text(row)
        const line = column.spark?.(row)
        const content = line ? <Spark {...line} label={text ?? ''} /> : (text ?? <span className="null">null</span>)
        const select = onSelect && column.isDimension ? onSelect : null
        return (
          <Fragment key={column.name}>
            <td className={column.align === 'right' ? 'num' : undefined} style={paintOf(column, row)}>
              {select === null ? (
                content
              ) : (
                <button
                  type="button"
                  className={styles.cellButton}
                  onClick={() =>
                    select({
                      filters: [{ column: column.name, values: [column.raw(row) ?? null] }],
                      label: text ?? 'null',
                    })
                  }
                >
                  {content}
                </button>
              )}
            </td>
            {column.bar && <BarCell share={column.bar(row)} />}
          </Fragment>
        )
      })}
    </tr>
  )
}

function paintOf(column: TableDrawing['columns'][number], row: number): CSSProperties | undefined {
  const paint = column.paint?.(row)
  return paint ? { background: paint.background, color: paint.text } : undefined
}

function TotalsRow({ table, totals }: { table: TableDrawing; totals: readonly (string | null)[] }) {
  return (
    <tfoot>
      <tr className={styles.totals}>
        {table.columns.map((column, index) => (
          <Fragment key={column.name}>
            <td className={column.align === 'right' ? 'num' : undefined}>{totals[index]}</td>
            {column.bar && <td className={styles.barCell} aria-hidden />}
          </Fragment>
        ))}
      </tr>
    </tfoot>
  )
}

const Gap = ({ height }: { height: number }) =>
  height === 0 ? null : (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

type ServerPagerProps = NonNullable<TableDrawing['serverPage']> & { onPage(page: number): void }

function ServerPager({ page, length, rowCount, onPage }: ServerPagerProps) {
  const pages = Math.max(1, Math.ceil(rowCount / length))
  return pages > 1 || page > 0 ? <Pager page={page} pages={pages} count={rowCount} onPage={onPage} /> : null
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly count: number
  onPage(page: number): void
}

function Pager({ page, pages, count, onPage }: PagerProps) {
  const t = useText()
  return (
    <div className={styles.pager}>
      <span className="c3">{t('{{count}} row|{{count}} rows', { count })}</span>
      <span className="grow" />
      <IconButton
        size="sm"
        label={t('Page before')}
        icon={<IconChevronLeft />}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <span className="num">
        {t('{{page}} of {{pages}}', { page: formatCount(page + 1), pages: formatCount(pages) })}
      </span>
      <IconButton
        size="sm"
        label={t('Next page')}
        icon={<IconChevronRight />}
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
      />
    </div>
  )
}
