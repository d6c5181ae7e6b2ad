import type { ReactNode } from 'react'
import { type LayoutItem, TRANSPARENT } from '../../../query/dashboard/layout.ts'
import { capacityOf } from '../../../query/dashboard/widths.ts'
import { classNames } from '../../ui/class-names.ts'
import { useDraft } from '../store.ts'
import { useEditing } from './editing.ts'
import { gridColumns } from './grid-place.ts'
import { ItemFrame } from './item-frame.tsx'

export function RowNode({ item, children }: { item: LayoutItem; children: ReactNode }) {
  const editing = useEditing()
  const capacity = useDraft((draft) => capacityOf(draft.layout, item.id))
  const isFilled = item.meta.background !== undefined && item.meta.background !== TRANSPARENT
  return (
    <ItemFrame item={item} className={classNames('dash-row-frame', isFilled && 'is-filled')}>
      <div className="dash-row" style={gridColumns(capacity)}>
        {children}
        {editing && <editing.EmptyPlace parentId={item.id} />}
      </div>
    </ItemFrame>
  )
}
