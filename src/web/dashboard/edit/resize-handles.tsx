import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { GRID_UNIT_PX, type LayoutItem, parentOf } from '../../../query/dashboard/layout.ts'
import { capacityOf, hasHeight, hasWidth, resize, widthOf } from '../../../query/dashboard/widths.ts'
import { useDashboardStore } from '../store.ts'

type Handle = 'right' | 'bottom' | 'corner'

/** Small squares at the edges of the selected tile. Shift and arrow keys do the same. */
export function ResizeHandles({ item, frame }: { item: LayoutItem; frame: RefObject<HTMLDivElement | null> }) {
  const store = useDashboardStore()
  const handles: readonly Handle[] = [
    ...(hasWidth(item) ? (['right'] as const) : []),
    ...(hasHeight(item) ? (['bottom', 'corner'] as const) : []),
  ]
  const handlePointerDown = (event: ReactPointerEvent, handle: Handle) => {
    const element = frame.current
    if (!element) return
    event.preventDefault()
    event.stopPropagation()
    const { layout } = store.getState().history.present
    const start = { x: event.clientX, y: event.clientY }
    const row = parentOf(layout, item.id)
    const columns = row ? capacityOf(layout, row.id) : 1
    const columnPx = (element.parentElement?.clientWidth ?? 1) / columns
    const gesture = `size ${item.id} ${event.timeStamp}`
    const handleMove = (move: PointerEvent) => {
      const width = widthOf(item) + Math.round((move.clientX - start.x) / columnPx)
      const height = (item.meta.height ?? 0) + Math.round((move.clientY - start.y) / GRID_UNIT_PX)
      const size = { ...(handle !== 'bottom' && { width }), ...(handle !== 'right' && { height }) }
      store.getState().editLayout((current) => resize(current, item.id, size), gesture)
    }
    const handleUp = () => {
      window.removeEventListener('pointermove', handleMove)
      window.removeEventListener('pointerup', handleUp)
    }
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', handleUp)
  }
  return handles.map((handle) => (
    <span
      key={handle}
      className={`dash-handle dash-handle-${handle}`}
      aria-hidden="true"
      onPointerDown={(event) => handlePointerDown(event, handle)}
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  ))
}
