import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Shows a native dialog as modal for as long as it is mounted. It is closed while it still stands in the page: only then
 * does the browser give the focus back to where it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return ref
}
