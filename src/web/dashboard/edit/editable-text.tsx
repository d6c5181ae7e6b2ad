import { useEffect, useState } from 'react'
import { useText } from '../../ui/text.ts'
import { updateMeta } from '../model/edit-layout.ts'
import type { LayoutItem } from '../model/layout.ts'
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
  const handleCommit = () => {
    if (draft !== text) editLayout((layout) => updateMeta(layout, item.id, { [field]: draft }))
  }
  return (
    <input
      className="dash-inline-text"
      aria-label={t('Title')}
      value={draft}
      placeholder={placeholder}
      size={Math.max(4, (draft || placeholder || '').length + 1)}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={handleCommit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setDraft(text)
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
