import { useEffect } from 'react'

/** Hides the navigation around the screen for as long as the address asks for it. */
export function useStandalone(isStandalone: boolean): void {
  useEffect(() => {
    if (!isStandalone) return
    document.documentElement.dataset.standalone = 'true'
    return () => {
      delete document.documentElement.dataset.standalone
    }
  }, [isStandalone])
}
