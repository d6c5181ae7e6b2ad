import { useEffect, useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { isUploadable } from './upload-form.ts'
import { editorAddress, type UploadedTable } from './uploaded-table.ts'

const { part: UploadDialog } = partAhead(() => import('./upload-dialog.tsx').then((module) => module.UploadDialog))

interface UploadAreaProps {
  /** Files chosen elsewhere on the screen; each is taken once. */
  files?: readonly File[]
  onTaken?: () => void
  /** Opens the table in the editor without it. */
  onUploaded?: ((table: UploadedTable) => void) | undefined
}

const NONE: readonly File[] = []

/** Takes files that are dropped anywhere on the screen, one after the other. */
export function UploadArea({ files = NONE, onTaken, onUploaded }: UploadAreaProps) {
  const [dropped, setDropped] = useState<readonly File[]>(NONE)
  const navigate = useNavigate()
  const isAllowed = can('can_upload', 'Database')
  useEffect(() => {
    if (!isAllowed) return
    return onFilesDropped((more) => setDropped((before) => [...before, ...more]))
  }, [isAllowed])
  const file = dropped[0] ?? files[0]
  if (file === undefined) return null
  const next = () => (dropped.length > 0 ? setDropped(dropped.slice(1)) : onTaken?.())
  const handleUploaded = (table: UploadedTable) => {
    next()
    if (onUploaded) onUploaded(table)
    else navigate(editorAddress(table))
  }
  return (
    <UploadDialog
      key={`${file.name} ${file.lastModified} ${dropped.length}`}
      file={file}
      onClose={next}
      onUploaded={handleUploaded}
    />
  )
}

function onFilesDropped(take: (files: readonly File[]) => void): () => void {
  const handleOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  const handleDrop = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    const fit = files.filter((file) => isUploadable(file.name))
    if (fit.length < files.length) toast.danger(text('Only CSV, Parquet, JSON and Excel files become tables.'))
    take(fit)
  }
  window.addEventListener('dragover', handleOver)
  window.addEventListener('drop', handleDrop)
  return () => {
    window.removeEventListener('dragover', handleOver)
    window.removeEventListener('drop', handleDrop)
  }
}
