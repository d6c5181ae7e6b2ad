import type { ReactNode } from 'react'
import { type LayoutItem, TRANSPARENT } from '../../../query/dashboard/layout.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEditing } from './editing.ts'
import { ItemFrame } from './item-frame.tsx'

export function ColumnNode({ item, children }: { item: LayoutItem; children: ReactNode }) {
  const editing = useEditing()
  const isFilled = item.meta.background !== undefined && item.meta.background !== TRANSPARENT
  return (
    <ItemFrame item={item} className={classNames('dash-column', isFilled && 'is-filled')}>
      {children}
      {editing && <editing.EmptyPlace parentId={item.id} />}
    </ItemFrame>
  )
}
