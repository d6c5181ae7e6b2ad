import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useText } from '../../ui/text.ts'
import { UploadArea } from './upload-area.tsx'
import type { UploadedTable } from './uploaded-table.ts'

const ACCEPTED = '.csv,.tsv,.txt,.parquet,.json,.jsonl,.ndjson,.xlsx'

/** Chooses files for tables, and takes those that are dropped on the screen. */
export function UploadButton({ isIcon = false, onUploaded }: UploadButtonProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  if (!can('can_upload', 'Database')) return null
  const icon = <IconUpload aria-hidden />
  const choose = () => input.current?.click()
  return (
    <>
      {isIcon ? (
        <IconButton label={t('Upload a file')} icon={icon} onClick={choose} />
      ) : (
        <Button icon={icon} onClick={choose}>
          {t('Upload a file')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t('File to upload')}
        onChange={(event) => {
          setFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <UploadArea files={files} onTaken={() => setFiles(files.slice(1))} onUploaded={onUploaded} />
    </>
  )
}

interface UploadButtonProps {
  isIcon?: boolean
  /** Opens the table in the editor without it. */
  onUploaded?: (table: UploadedTable) => void
}
