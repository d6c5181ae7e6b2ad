import { useEffect, useRef } from 'react'
import { focusMain } from '../ui/focus-main.ts'

/** After going to another page the keyboard stands at its content, so that screen readers read it. */
export function useFocusOnArrival(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (!document.querySelector('main')?.contains(document.activeElement)) focusMain()
  }, [pathname])
}
