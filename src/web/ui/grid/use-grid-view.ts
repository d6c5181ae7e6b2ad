import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Where the grid is scrolled to and how much of it is in view. */
export function useGridView(scroller: RefObject<HTMLDivElement | null>, headerPx: number) {
  const [scrollTop, setScrollTop] = useState(0)
  const [viewPx, setViewPx] = useState(480)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => setViewPx(Math.max(0, element.clientHeight - headerPx))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, headerPx])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const handleScroll = () => setScrollTop(element.scrollTop)
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => element.removeEventListener('scroll', handleScroll)
  }, [scroller])
  const moveTo = (top: number) => {
    const element = scroller.current
    if (element !== null && Math.abs(element.scrollTop - top) > 0.5) element.scrollTop = top
  }
  return { scrollTop, viewPx, moveTo }
}
