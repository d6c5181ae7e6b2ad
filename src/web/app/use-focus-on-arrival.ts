import { useEffect, useRef } from 'react'

/** After going to another page the keyboard stands at its content, so that screen readers read it. */
export function useFocusOnArrival(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.querySelector<HTMLElement>('main')
    if (!main || main.contains(document.activeElement)) return
    main.tabIndex = -1
    main.focus({ preventScroll: true })
  }, [pathname])
}
