import { useRef } from 'react'
import { UNTITLED } from '../../../query/dashboard/title.ts'
import { useText } from '../../ui/text.ts'
import { useDashboard, useDraft } from '../store.ts'

/** The title, written where it stands; each stay in the field is one step to undo. */
export function TitleField() {
  const t = useText()
  const title = useDraft((draft) => draft.properties.title)
  const edit = useDashboard((state) => state.edit)
  const stay = useRef({ count: 0, before: title })
  const write = (next: string) =>
    edit((draft) => ({ ...draft, properties: { ...draft.properties, title: next } }), `title ${stay.current.count}`)
  return (
    <input
      className="dash-inline-text dash-title"
      aria-label={t('Dashboard title')}
      value={title}
      placeholder={UNTITLED}
      size={Math.max(12, title.length + 1)}
      onFocus={(event) => {
        stay.current = { count: stay.current.count + 1, before: title }
        if (title === UNTITLED) event.target.select()
      }}
      onChange={(event) => write(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') write(stay.current.before)
      }}
    />
  )
}
