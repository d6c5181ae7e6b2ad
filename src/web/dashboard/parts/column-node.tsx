import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { EmptyPlace } from '../edit/empty-place.tsx'
import { type LayoutItem, TRANSPARENT } from '../model/layout.ts'
import { ItemFrame } from './item-frame.tsx'

export function ColumnNode({ item, children }: { item: LayoutItem; children: ReactNode }) {
  const isFilled = item.meta.background !== undefined && item.meta.background !== TRANSPARENT
  return (
    <ItemFrame item={item} className={classNames('dash-column', isFilled && 'is-filled')}>
      {children}
      <EmptyPlace parentId={item.id} />
    </ItemFrame>
  )
}
