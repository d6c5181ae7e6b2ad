import { type RefObject, useEffect, useState } from 'react'

/** Far asks nothing, near is on its way into view, seen stands in it. */
export type InView = 'far' | 'near' | 'seen'

const NEAR_PX = 320

/** How close to the eye an element is. */
export function useInView(ref: RefObject<HTMLElement | null>): InView {
  const [place, setPlace] = useState<InView>('far')
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const root = element.closest('.dash-scroll')
    const observer = new IntersectionObserver(([entry]) => entry && setPlace(placeOf(entry, root)), {
      root,
      rootMargin: `${NEAR_PX}px 0px`,
      threshold: [0, 0.01, 0.5, 1],
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return place
}

function placeOf(entry: IntersectionObserverEntry, root: Element | null): InView {
  if (!entry.isIntersecting) return 'far'
  const view = root?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight }
  const box = entry.boundingClientRect
  return box.bottom > view.top && box.top < view.bottom ? 'seen' : 'near'
}
