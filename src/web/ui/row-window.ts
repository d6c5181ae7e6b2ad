import { type RefObject, useLayoutEffect, useState } from 'react'

const OVERSCAN_ROWS = 8

export interface RowWindow {
  readonly first: number
  /** One past the last row to draw. */
  readonly end: number
  readonly padTop: number
  readonly padBottom: number
}

/** Which rows of one height to draw for a scroll position. */
export function rowWindow(scrollTop: number, viewHeight: number, rowHeight: number, count: number): RowWindow {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - OVERSCAN_ROWS))
  const end = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + OVERSCAN_ROWS)
  return { first, end, padTop: first * rowHeight, padBottom: (count - end) * rowHeight }
}

/** The rows in view of a scrolling element; all of them while there are at most `all`. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  all = 100,
): RowWindow {
  const [view, setView] = useState({ top: 0, height: 600 })
  const isWindowed = count > all
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isWindowed) return
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller, isWindowed])
  if (!isWindowed) return { first: 0, end: count, padTop: 0, padBottom: 0 }
  return rowWindow(view.top, view.height, rowHeight, count)
}

/** Scrolls no more than needed to bring a row of one height into view. */
export function revealRow(element: HTMLElement, index: number, rowHeight: number): void {
  const top = index * rowHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + element.clientHeight)
    element.scrollTop = top + rowHeight - element.clientHeight
}
