import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusMain } from './focus-main.ts'

/**
 * Shows a native dialog as modal for as long as it is mounted. It is closed while it still stands in the page: only then
 * does the browser give the focus back to where it was. Where that is gone, the page has it.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => {
      if (!element) return
      element.close()
      const { activeElement } = document
      if (activeElement === document.body || element.contains(activeElement)) focusMain()
    }
  }, [])
  return ref
}
