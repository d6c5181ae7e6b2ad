import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/progress.tsx'
import { ErrorBoundary } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import type { LayoutItem } from '../model/layout.ts'
import { useEditing } from './editing.ts'
import { ItemFrame } from './item-frame.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** A tile of text. */
export function MarkdownTile({ item }: { item: LayoutItem }) {
  const t = useText()
  const isEditing = useEditing() !== null
  const code = item.meta.code ?? ''
  return (
    <ItemFrame item={item} className="dash-tile-place">
      <article className="tile dash-text">
        <ErrorBoundary resetKey={code}>
          <Suspense fallback={<Skeleton />}>
            {code.trim() === '' && isEditing ? (
              <p className="c3">{t('Write text under “Selected” at the right.')}</p>
            ) : (
              <Markdown code={code} />
            )}
          </Suspense>
        </ErrorBoundary>
      </article>
    </ItemFrame>
  )
}
