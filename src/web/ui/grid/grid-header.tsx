import type { VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { type GridColumn, typeSign } from './cell.ts'
import { HEADER_PX, type ResultGridProps } from './grid-props.ts'
import { MiniHistogram } from './mini-histogram.tsx'
import type { SortBy } from './row-order.ts'
import { boundsOf, type GridSize, selectAll, selectColumns } from './selection.ts'

interface GridHeaderProps extends ResultGridProps {
  readonly items: readonly VirtualItem[]
  readonly numberPx: number
  readonly size: GridSize
}

export function GridHeader(props: GridHeaderProps) {
  const { items, columns, selection, onSelect, size, numberPx } = props
  const bounds = selection === null ? null : boundsOf(selection)
  const handleColumn = (column: number, event: MouseEvent) => {
    const from = event.shiftKey && selection !== null ? selection.anchor.column : column
    onSelect(selectColumns(from, column, size))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid itself has the focus
    <div className="grid-header" role="row" aria-rowindex={1} style={{ height: HEADER_PX }}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
      <div className="grid-corner" role="columnheader" style={{ width: numberPx }}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={props.texts.selectAll}
          onClick={() => onSelect(selectAll(size))}
        />
      </div>
      <span style={{ flex: 'none', width: (items[0]?.start ?? numberPx) - numberPx }} />
      {items.map((item) => {
        const column = columns[item.index]
        if (column === undefined) return null
        const isSelected = bounds !== null && item.index >= bounds.left && item.index <= bounds.right
        return (
          <HeaderCell
            key={item.key}
            {...props}
            column={column}
            place={item.index}
            width={item.size}
            isSelected={isSelected}
            onPick={handleColumn}
          />
        )
      })}
    </div>
  )
}

interface HeaderCellProps extends Pick<ResultGridProps, 'sort' | 'onSort' | 'onResize' | 'texts'> {
  readonly column: GridColumn
  readonly place: number
  readonly width: number
  readonly isSelected: boolean
  readonly onPick: (column: number, event: MouseEvent) => void
}

function HeaderCell({ column, place, width, isSelected, onPick, sort, onSort, onResize, texts }: HeaderCellProps) {
  const direction = sort?.column === place ? sort.direction : 'none'
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid itself has the focus
    <div
      className={`grid-head${isSelected ? ' is-selected' : ''}${column.kind === 'number' ? ' is-number' : ''}`}
      role="columnheader"
      aria-colindex={place + 2}
      aria-sort={direction}
      style={{ width }}
    >
      <div className="grid-head-line">
        <button
          type="button"
          tabIndex={-1}
          className="grid-name"
          title={`${column.name}${column.type === null ? '' : ` · ${column.type}`}`}
          onClick={(event) => onPick(place, event)}
        >
          <span className="ty" aria-hidden="true">
            {typeSign(column)}
          </span>
          <span className="ell">{column.name}</span>
        </button>
        {onSort !== undefined && (
          <SortButton name={texts.sort(column.name)} sort={direction} onSort={() => onSort(place)} />
        )}
      </div>
      {column.histogram !== undefined && column.histogram.length > 1 && (
        <MiniHistogram counts={column.histogram} label={texts.distribution} />
      )}
      <ResizeHandle width={width} label={texts.resize(column.name)} onResize={(next) => onResize(place, next)} />
    </div>
  )
}

const ARROWS = { ascending: '↑', descending: '↓', none: '↕' } as const

function SortButton({ name, sort, onSort }: { name: string; sort: SortBy['direction'] | 'none'; onSort: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`grid-sort${sort === 'none' ? '' : ' is-on'}`}
      aria-label={name}
      onClick={onSort}
    >
      <span aria-hidden="true">{ARROWS[sort]}</span>
    </button>
  )
}

const KEY_STEP_PX = 16

function ResizeHandle({ width, label, onResize }: { width: number; label: string; onResize: (width: number) => void }) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const handleDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const handleMove = (event: PointerEvent) => {
    if (start.current !== null) onResize(start.current.width + event.clientX - start.current.x)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') onResize(width - KEY_STEP_PX)
    if (event.key === 'ArrowRight') onResize(width + KEY_STEP_PX)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged
    <div
      className="grid-resize"
      role="separator"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={() => {
        start.current = null
      }}
      onKeyDown={handleKey}
    />
  )
}
