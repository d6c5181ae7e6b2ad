import { type PointerEvent, useEffect, useRef } from 'react'
import { type CellPlace, extendTo, type GridSize, type Selection, selectCell, selectRows } from './selection.ts'

interface PointerOptions {
  readonly selection: Selection | null
  readonly size: GridSize
  readonly onSelect: (selection: Selection) => void
}

export interface GridPointer {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
}

/** Selecting cells and rows with the pointer; Shift and dragging extend. */
export function useGridPointer({ selection, size, onSelect }: PointerOptions): GridPointer {
  const isDragging = useRef(false)
  useEffect(() => {
    const end = () => {
      isDragging.current = false
    }
    window.addEventListener('pointerup', end)
    return () => window.removeEventListener('pointerup', end)
  }, [])
  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event.target)
    if (place === null || event.button !== 0) return
    isDragging.current = event.pointerType === 'mouse'
    const extended = event.shiftKey ? selection : null
    if (place.column === -1) onSelect(selectRows(extended?.anchor.row ?? place.row, place.row, size))
    else onSelect(extended === null ? selectCell(place) : extendTo(extended, place))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!isDragging.current || selection === null) return
    const place = placeOf(event.target)
    if (place === null) return
    const isRow = place.column === -1
    onSelect(isRow ? selectRows(selection.anchor.row, place.row, size) : extendTo(selection, place))
  }
  return { onPointerDown, onPointerMove }
}

/** The cell under the pointer; column -1 is the row number. */
function placeOf(target: EventTarget): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  if (cell === null) return null
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
}

export function openCellAt(target: EventTarget, onOpen: ((row: number, column: number) => void) | undefined): void {
  const place = placeOf(target)
  if (place !== null && place.column >= 0) onOpen?.(place.row, place.column)
}
