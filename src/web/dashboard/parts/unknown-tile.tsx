import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { ItemFrame } from './item-frame.tsx'

/** The place of a component that another product brings with it. */
export function UnknownTile({ item }: { item: LayoutItem }) {
  const t = useText()
  const key = typeof item.meta.componentKey === 'string' ? item.meta.componentKey : item.id
  return (
    <ItemFrame item={item}>
      <article className="tile">
        <EmptyState title={t('This component cannot be shown here')}>{key}</EmptyState>
      </article>
    </ItemFrame>
  )
}
