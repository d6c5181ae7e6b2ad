import { IconCopy } from '@tabler/icons-react'
import { IconButton } from './button.tsx'
import { writeClipboard } from './clipboard.ts'
import { text } from './text.ts'
import { toast } from './toast.ts'

/** Puts a text on the clipboard, and says whether that worked. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const handleClick = async () => {
    if (await writeClipboard(value)) toast.success(text('Copied to clipboard!'))
    else toast.danger(text('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
  }
  return (
    <IconButton
      label={label}
      size="sm"
      icon={<IconCopy className="s" aria-hidden />}
      onClick={() => void handleClick()}
    />
  )
}
