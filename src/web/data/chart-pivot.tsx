import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PivotDrawing, PivotHead, Selection } from '../../charts/chart.ts'
import { classNames } from '../ui/class-names.ts'
import { type RowWindow, rowWindow } from '../ui/row-window.ts'
import styles from './chart-pivot.module.css'
import { HeadName, PivotHeads } from './chart-pivot-heads.tsx'
import { isSameGroup, type PivotWidths, pivotWidths, type Sheet } from './chart-pivot-model.ts'

const ROW_PX = 28
/** Fewer are drawn whole. */
const ALL_ROWS = 60
const ALL_COLUMNS = 24

interface ChartPivotProps {
  readonly pivot: PivotDrawing
  readonly label: string
  readonly selected?: readonly unknown[] | null | undefined
  readonly onSelect?: ((selection: Selection) => void) | undefined
}

/** Figures by rows and columns. Heads stay in view; only the rows and columns in view are drawn. */
export function ChartPivot({ pivot, label, selected, onSelect }: ChartPivotProps) {
  const scroller = useRef<HTMLElement>(null)
  const view = useView(scroller)
  const widths = useMemo(() => pivotWidths(pivot, view.width), [pivot, view.width])
  const headPx = widths.heads.reduce((sum, width) => sum + width, 0)
  const rows = windowOf(view.top, view.height, ROW_PX, pivot.rows.length, ALL_ROWS)
  const columns = windowOf(
    Math.max(0, view.left - headPx),
    view.width,
    widths.column,
    pivot.columns.length,
    ALL_COLUMNS,
  )
  const chosen = new Set((selected ?? []).map(String))
  const sheet: Sheet = { pivot, widths, columns, chosen, onSelect }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section ref={scroller} className={styles.box} tabIndex={0} aria-label={label}>
      <table
        className={styles.table}
        style={{ width: headPx + pivot.columns.length * widths.column }}
        aria-label={label}
        aria-rowcount={pivot.rows.length}
        aria-colcount={pivot.rowLabels.length + pivot.columns.length}
      >
        <Columns widths={widths} columns={columns} count={pivot.columns.length} />
        <PivotHeads sheet={sheet} />
        <tbody>
          <Gap height={rows.padTop} />
          {shownOf(rows).map((row) => (
            <BodyRow key={row} sheet={sheet} row={row} isFirst={row === rows.first} />
          ))}
          <Gap height={rows.padBottom} />
        </tbody>
      </table>
    </section>
  )
}

interface ColumnsProps {
  readonly widths: PivotWidths
  readonly columns: RowWindow
  readonly count: number
}

/** Columns out of view are one wide column at each side. */
function Columns({ widths, columns, count }: ColumnsProps) {
  const { first, end, padTop, padBottom } = columns
  return (
    <colgroup>
      {widths.heads.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: heads have no name of their own, only a place
        <col key={at} style={{ width }} />
      ))}
      {first > 0 && <col style={{ width: padTop }} />}
      {shownOf(columns).map((at) => (
        <col key={at} style={{ width: widths.column }} />
      ))}
      {end < count && <col style={{ width: padBottom }} />}
    </colgroup>
  )
}

const shownOf = ({ first, end }: RowWindow) => Array.from({ length: end - first }, (_, at) => first + at)

interface BodyRowProps {
  readonly sheet: Sheet
  readonly row: number
  readonly isFirst: boolean
}

function BodyRow({ sheet, row, isFirst }: BodyRowProps) {
  const { pivot, columns } = sheet
  const head = pivot.rows[row]
  if (head === undefined) return null
  const isSum = head.kind !== 'cells'
  return (
    <tr aria-rowindex={row + 1}>
      {head.labels.map((_, level) => (
        <RowHead key={pivot.rowLabels[level]} {...{ sheet, head, row, level, isFirst }} />
      ))}
      {columns.first > 0 && <td className={styles.gap} aria-hidden />}
      {shownOf(columns).map((index) => {
        const paint = pivot.paint(row, index)
        return (
          <td
            key={index}
            className={isSum || pivot.columns[index]?.kind !== 'cells' ? styles.sum : undefined}
            style={paint ? { background: paint.background, color: paint.text } : undefined}
          >
            {pivot.text(row, index)}
          </td>
        )
      })}
      {columns.end < pivot.columns.length && <td className={styles.gap} aria-hidden />}
    </tr>
  )
}

function RowHead({
  sheet,
  head,
  row,
  level,
  isFirst,
}: BodyRowProps & { readonly head: PivotHead; readonly level: number }) {
  const { pivot, widths, chosen, onSelect } = sheet
  const label = head.labels[level] ?? ''
  const [above, below] = [pivot.rows[row - 1], pivot.rows[row + 1]]
  const isLast = level === head.labels.length - 1
  const isAgain = !isLast && !isFirst && above !== undefined && isSameGroup(above, head, level)
  const isContinued = !isLast && below !== undefined && isSameGroup(below, head, level)
  const left = widths.stuck[level] ?? null
  const isChosen = head.selection?.filters.some(({ values }) => values.some((value) => chosen.has(String(value))))
  return (
    <th
      scope="row"
      title={label}
      className={classNames(
        left !== null && styles.stuck,
        isLast && styles.lastHead,
        isContinued && styles.continued,
        head.kind !== 'cells' && !isAgain && !isContinued && styles.sum,
        isChosen && styles.chosen,
      )}
      style={left === null ? undefined : { left }}
    >
      {isAgain ? <span className={styles.again}>{label}</span> : <HeadName {...{ label, head, level, onSelect }} />}
    </th>
  )
}

const Gap = ({ height }: { height: number }) =>
  height === 0 ? null : (
    <tr aria-hidden>
      <td className={styles.gap} style={{ height }} />
    </tr>
  )

interface View {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

/** What of a scrolling element is in view. */
function useView(scroller: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 800, height: 600 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const read = () =>
      setView({
        top: element.scrollTop,
        left: element.scrollLeft,
        width: element.clientWidth,
        height: element.clientHeight,
      })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller])
  return view
}

const windowOf = (offset: number, length: number, size: number, count: number, all: number): RowWindow =>
  count <= all ? { first: 0, end: count, padTop: 0, padBottom: 0 } : rowWindow(offset, length, size, count)
