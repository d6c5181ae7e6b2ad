import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { useText } from '../../ui/text.ts'
import { updateMeta } from '../model/edit-layout.ts'
import { useDashboard } from '../store.ts'

interface EditableTextProps {
  item: LayoutItem
  field: 'text' | 'sliceNameOverride'
  text: string
  placeholder?: string
  /** Opens what the text names, by a key; until it is open, the text is not written. Null when it is open. */
  onOpen?: (() => void) | null
}

/** A text that is written where it stands; each stay in the field is one step to undo. */
export function EditableText({ item, field, text, placeholder, onOpen }: EditableTextProps) {
  const t = useText()
  const editLayout = useDashboard((state) => state.editLayout)
  const [draft, setDraft] = useState(text)
  useEffect(() => setDraft(text), [text])
  const stay = useRef({ count: 0, before: text })
  const write = (next: string) => {
    setDraft(next)
    editLayout((layout) => updateMeta(layout, item.id, { [field]: next }), `${field} ${item.id} ${stay.current.count}`)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') write(stay.current.before)
    event.stopPropagation()
  }
  return (
    <input
      className="dash-inline-text"
      aria-label={t('Title')}
      value={draft}
      placeholder={placeholder}
      size={Math.max(4, (draft || placeholder || '').length + 1)}
      onFocus={() => {
        stay.current = { count: stay.current.count + 1, before: text }
      }}
      onChange={(event) => write(event.target.value)}
      aria-current={onOpen === null || undefined}
      readOnly={Boolean(onOpen)}
      aria-description={onOpen ? t('Enter opens it') : undefined}
      onKeyDown={onOpen ? (event) => handleClosedKey(event, onOpen) : handleKey}
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

function handleClosedKey(event: KeyboardEvent, open: () => void): void {
  event.stopPropagation()
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  open()
}
