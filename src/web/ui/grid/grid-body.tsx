import type { VirtualItem } from '@tanstack/react-virtual'
import { formatCount } from '../format.ts'
import { type Cell, type GridColumn, type Row, shownText } from './cell.ts'
import { cellId, HEADER_PX, type ResultGridProps, ROW_PX } from './grid-props.ts'
import type { RowWindow } from './scroll-scale.ts'
import { type Bounds, boundsOf, isInside } from './selection.ts'
import type { GridPointer } from './use-grid-pointer.ts'

interface GridBodyProps extends ResultGridProps {
  readonly items: readonly VirtualItem[]
  readonly numberPx: number
  readonly shown: RowWindow
  readonly pointer: GridPointer
}

export function GridBody(props: GridBodyProps) {
  const { shown, pointer, selection } = props
  const bounds = selection === null ? null : boundsOf(selection)
  const rows = Array.from({ length: shown.end - shown.first }, (_, i) => shown.first + i)
  return (
    <div
      className="grid-body"
      role="presentation"
      style={{ transform: `translateY(${shown.topPx + HEADER_PX}px)` }}
      onPointerDown={pointer.onPointerDown}
      onPointerMove={pointer.onPointerMove}
    >
      {rows.map((index) => (
        <GridRow key={index} {...props} index={index} row={props.rowAt(index)} bounds={bounds} />
      ))}
    </div>
  )
}

interface GridRowProps extends GridBodyProps {
  readonly index: number
  readonly row: Row | null
  readonly bounds: Bounds | null
}

function GridRow({ index, row, bounds, items, columns, rowNumber, selection, texts, numberPx }: GridRowProps) {
  const isRowSelected = bounds !== null && index >= bounds.top && index <= bounds.bottom
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid itself has the focus
    <div className="grid-row" role="row" aria-rowindex={index + 2} style={{ height: ROW_PX }}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
      <div
        className={`grid-number${isRowSelected ? ' is-selected' : ''}`}
        role="rowheader"
        data-row={index}
        data-column={-1}
        style={{ width: numberPx }}
      >
        {formatCount(rowNumber(index))}
      </div>
      <span style={{ flex: 'none', width: (items[0]?.start ?? numberPx) - numberPx }} />
      {items.map((item) => {
        const column = columns[item.index]
        if (column === undefined) return null
        const isFocus = selection?.focus.row === index && selection.focus.column === item.index
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid itself has the focus
          <div
            key={item.key}
            id={cellId(index, item.index)}
            role="gridcell"
            aria-colindex={item.index + 2}
            aria-selected={bounds !== null && isInside(bounds, index, item.index)}
            className={cellClass(bounds, index, item.index, column, isFocus)}
            data-row={index}
            data-column={item.index}
            style={{ width: item.size }}
          >
            {row === null ? (
              <span className="grid-wait" />
            ) : (
              <CellText cell={row[item.index] ?? null} column={column} nullText={texts.null} />
            )}
          </div>
        )
      })}
    </div>
  )
}

function CellText({ cell, column, nullText }: { cell: Cell; column: GridColumn; nullText: string }) {
  if (cell === null) return <em className="grid-null">{nullText}</em>
  const text = shownText(cell, column)
  return <span className="grid-text">{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}</span>
}

const MAX_SHOWN = 500

function cellClass(bounds: Bounds | null, row: number, place: number, column: GridColumn, isFocus: boolean): string {
  const classes = ['grid-cell']
  if (column.kind === 'number') classes.push('is-number')
  if (isFocus) classes.push('is-focus')
  if (bounds === null || !isInside(bounds, row, place)) return classes.join(' ')
  classes.push('is-selected')
  if (row === bounds.top) classes.push('is-top')
  if (row === bounds.bottom) classes.push('is-bottom')
  if (place === bounds.left) classes.push('is-left')
  if (place === bounds.right) classes.push('is-right')
  return classes.join(' ')
}
