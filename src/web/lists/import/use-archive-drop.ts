import { type DragEvent, useState } from 'react'

/** Takes one file that is dropped; `isOver` while one is held above. */
export function useArchiveDrop(onFile: ((file: File) => void) | null) {
  const [isOver, setOver] = useState(false)
  if (!onFile) return { isOver: false, handlers: {} }
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
      if (!isInside) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
  return { isOver, handlers }
}
