import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { type RefObject, useEffect, useState } from 'react'
import type { Dragged } from '../model/drop.ts'
import { dragData } from './drag-data.ts'

interface DraggableOptions {
  readonly dragged: Dragged
  readonly label: string
  readonly isOn?: boolean
  /** Only from here; otherwise from anywhere on the element. */
  readonly handle?: RefObject<HTMLElement | null>
}

/** Lets an element be dragged; says whether it is being dragged. */
export function useDraggable(ref: RefObject<HTMLElement | null>, options: DraggableOptions): boolean {
  const { dragged, label, isOn = true, handle } = options
  const [isDragging, setDragging] = useState(false)
  const key = JSON.stringify(dragged)
  useEffect(() => {
    const element = ref.current
    if (!element || !isOn) return
    return draggable({
      element,
      ...(handle?.current && { dragHandle: handle.current }),
      getInitialData: () => dragData(JSON.parse(key) as Dragged, label),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
          render: ({ container }) => {
            const ghost = document.createElement('div')
            ghost.className = 'dash-ghost'
            ghost.textContent = label
            container.append(ghost)
          },
        }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    })
  }, [ref, key, label, isOn, handle])
  return isDragging
}
