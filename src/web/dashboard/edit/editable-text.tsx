import { useEffect, useRef, useState } from 'react'
import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { useText } from '../../ui/text.ts'
import { updateMeta } from '../model/edit-layout.ts'
import { useDashboard } from '../store.ts'

interface EditableTextProps {
  item: LayoutItem
  field: 'text' | 'sliceNameOverride'
  text: string
  placeholder?: string
}

/** A text that is written where it stands; each stay in the field is one step to undo. */
export function EditableText({ item, field, text, placeholder }: EditableTextProps) {
  const t = useText()
  const editLayout = useDashboard((state) => state.editLayout)
  const [draft, setDraft] = useState(text)
  useEffect(() => setDraft(text), [text])
  const stay = useRef({ count: 0, before: text })
  const write = (next: string) => {
    setDraft(next)
    editLayout((layout) => updateMeta(layout, item.id, { [field]: next }), `${field} ${item.id} ${stay.current.count}`)
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
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') write(stay.current.before)
        event.stopPropagation()
      }}
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
