import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect } from 'react'
import { isDragData, targetData } from './drag-data.ts'

/** Lets things be dropped on an element; the canvas decides what that means. */
export function useDropTarget(ref: RefObject<HTMLElement | null>, itemId: string, isOn: boolean): void {
  useEffect(() => {
    const element = ref.current
    if (!element || !isOn) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => isDragData(source.data),
      getData: () => targetData(itemId),
    })
  }, [ref, itemId, isOn])
}
