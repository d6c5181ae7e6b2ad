import { type DragEvent, useState } from 'react'
import type { Field } from './model/fields.ts'

const FORMAT = 'application/x-sightline-field'
/** A drag hides its data until the drop, so what hovers is remembered here. */
let dragged: Field | null = null

/** Makes an element the source of a field. */
export function dragSource(field: Field) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged = field
      event.dataTransfer.setData(FORMAT, field.id)
      event.dataTransfer.setData('text/plain', field.name)
      event.dataTransfer.effectAllowed = 'copy'
    },
    onDragEnd: () => {
      dragged = null
    },
  }
}

/** Makes an element take fields; `isOver` while one that fits hovers. */
export function useDropTarget(takes: (field: Field) => boolean, onDrop: (field: Field) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    target: {
      onDragOver: (event: DragEvent) => {
        if (dragged === null || !takes(dragged)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (dragged === null || !takes(dragged)) return
        event.preventDefault()
        onDrop(dragged)
      },
    },
  }
}
