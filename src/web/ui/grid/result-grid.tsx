import './grid.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { clampWidth } from './column-width.ts'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import { cellId, HEADER_PX, type ResultGridProps, ROW_PX, rowNumberPx } from './grid-props.ts'
import { rowWindow, scrollScale, scrollTopForRow } from './scroll-scale.ts'
import { type GridSize, type Selection, selectionAfterKey } from './selection.ts'
import { openCellAt, useGridPointer } from './use-grid-pointer.ts'
import { useGridView } from './use-grid-view.ts'

const OVERSCAN_ROWS = 12

export function ResultGrid(props: ResultGridProps) {
  const { columns, rowCount, widths, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { scrollTop, viewPx, moveTo } = useGridView(scroller, HEADER_PX)
  const numberPx = rowNumberPx(rowCount)
  const scale = scrollScale(rowCount, ROW_PX, viewPx)
  const shown = rowWindow(scale, scrollTop, { rows: rowCount, rowPx: ROW_PX, viewPx, overscan: OVERSCAN_ROWS })
  const columnView = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => widths[place] ?? 120,
    scrollPaddingStart: numberPx,
    paddingStart: numberPx,
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again whenever a width changes
  useEffect(() => columnView.measure(), [widths, columnView])
  const { onView } = props
  useEffect(() => onView(shown.first, shown.end), [onView, shown.first, shown.end])

  const size: GridSize = {
    rows: rowCount,
    columns: columns.length,
    pageRows: Math.max(1, Math.floor(viewPx / ROW_PX) - 1),
  }
  const reveal = (next: Selection) => {
    moveTo(scrollTopForRow(scale, scrollTop, next.focus.row, { rowPx: ROW_PX, viewPx }))
    columnView.scrollToIndex(next.focus.column, { align: 'auto' })
  }
  const pointer = useGridPointer({ selection, size, onSelect: props.onSelect })
  const handleKeyDown = useGridKeys({ ...props, size, onMoved: reveal })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows that are drawn on demand
    <div
      ref={scroller}
      className="grid-scroller"
      role="grid"
      tabIndex={0}
      aria-label={props.texts.grid}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={selection === null ? undefined : cellId(selection.focus.row, selection.focus.column)}
      onKeyDown={handleKeyDown}
      onDoubleClick={(event) => openCellAt(event.target, props.onOpenCell)}
    >
      <div className="grid-track" style={{ height: scale.trackPx + HEADER_PX, width: columnView.getTotalSize() }}>
        <GridHeader {...props} numberPx={numberPx} items={columnView.getVirtualItems()} size={size} />
        <GridBody {...props} numberPx={numberPx} items={columnView.getVirtualItems()} shown={shown} pointer={pointer} />
      </div>
    </div>
  )
}

/** Enter on the grid itself; on a button of the header it presses that. */
const isOpening = (event: KeyboardEvent): boolean => event.key === 'Enter' && event.target === event.currentTarget

interface GridKeyProps extends Pick<ResultGridProps, 'selection' | 'onSelect' | 'onCopy' | 'onOpenCell'> {
  readonly size: GridSize
  readonly onMoved: (selection: Selection) => void
}

function useGridKeys({ selection, onSelect, onCopy, onOpenCell, size, onMoved }: GridKeyProps) {
  const act = (event: KeyboardEvent, isMod: boolean): boolean => {
    if (isMod && event.key.toLowerCase() === 'c') onCopy(event.shiftKey)
    else if (event.key === 'Escape' && selection !== null) onSelect(null)
    else if (isOpening(event) && selection !== null) onOpenCell?.(selection.focus.row, selection.focus.column)
    else return false
    return true
  }
  return (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey
    const isDone = act(event, isMod)
    const next = isDone ? null : selectionAfterKey(selection, { key: event.key, isShift: event.shiftKey, isMod }, size)
    if (isDone || next !== null) event.preventDefault()
    if (next === null) return
    onSelect(next)
    if (event.key.toLowerCase() !== 'a') onMoved(next)
  }
}

/** Widths by column, with those that were dragged. */
export function useColumnWidths(first: readonly number[]) {
  const [dragged, setDragged] = useState<Readonly<Record<number, number>>>({})
  const resize = useCallback((column: number, width: number) => {
    setDragged((before) => ({ ...before, [column]: clampWidth(width) }))
  }, [])
  return { widths: first.map((width, place) => dragged[place] ?? width), resize }
}
