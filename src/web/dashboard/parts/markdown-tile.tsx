import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { useText } from '../../ui/text.ts'
import { useEditing } from './editing.ts'
import { ItemFrame } from './item-frame.tsx'
import { LazyMarkdown } from './lazy-markdown.tsx'

/** A tile of text. */
export function MarkdownTile({ item }: { item: LayoutItem }) {
  const t = useText()
  const isEditing = useEditing() !== null
  const code = item.meta.code ?? ''
  return (
    <ItemFrame item={item} className="dash-tile-place">
      <article className="tile dash-text">
        {code.trim() === '' && isEditing ? (
          <p className="c3">{t('Write text under “Selected” at the right.')}</p>
        ) : (
          <LazyMarkdown code={code} />
        )}
      </article>
    </ItemFrame>
  )
}
