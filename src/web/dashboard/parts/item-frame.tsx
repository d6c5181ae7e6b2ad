import type { ReactNode } from 'react'
import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEditing } from './editing.ts'
import { gridPlace } from './grid-place.ts'

export interface ItemFrameProps {
  readonly item: LayoutItem
  readonly className?: string
  readonly children: ReactNode
}

/** The place of an item in the grid; in edit mode also what selects, moves and sizes it. */
export function ItemFrame({ item, className, children }: ItemFrameProps) {
  const editing = useEditing()
  const placed = gridPlace(item)
  if (editing) {
    return (
      <editing.Frame item={item} className={className} style={placed}>
        {children}
      </editing.Frame>
    )
  }
  return (
    <div id={item.id} className={classNames('dash-item', className)} style={placed}>
      {children}
    </div>
  )
}
