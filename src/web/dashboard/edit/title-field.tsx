import { useEffect, useState } from 'react'
import { useText } from '../../ui/text.ts'
import { UNTITLED } from '../model/draft.ts'
import { useDashboard, useDraft } from '../store.ts'

/** The title, written where it stands. */
export function TitleField() {
  const t = useText()
  const title = useDraft((draft) => draft.properties.title)
  const edit = useDashboard((state) => state.edit)
  const [text, setText] = useState(title)
  useEffect(() => setText(title), [title])
  const handleCommit = () => {
    if (text === title) return
    edit((draft) => ({ ...draft, properties: { ...draft.properties, title: text } }))
  }
  return (
    <input
      className="dash-inline-text dash-title"
      aria-label={t('Dashboard title')}
      value={text}
      placeholder={UNTITLED}
      size={Math.max(12, text.length + 1)}
      onFocus={(event) => {
        if (text === UNTITLED) event.target.select()
      }}
      onChange={(event) => setText(event.target.value)}
      onBlur={handleCommit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setText(title)
      }}
    />
  )
}
