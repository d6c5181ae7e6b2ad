import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** An element's height as it changes. */
export function useContentHeight(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(600)
  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setHeight(Math.max(1, entry?.contentRect.height ?? 1)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, height]
}
