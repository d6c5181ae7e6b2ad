import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useText } from '../../ui/text.ts'

/** Chooses an archive. The same file may be chosen again. */
export function ImportButton({ onFile }: { onFile: (file: File) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        icon={<IconUpload aria-hidden />}
        data-tip={t('From a ZIP that this product or Superset exported')}
        onClick={() => input.current?.click()}
      >
        {t('Import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t('Archive to import')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
