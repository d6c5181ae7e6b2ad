import type { ReactNode } from 'react'
import { useContext } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { EditFrame } from '../edit/edit-frame.tsx'
import { EditingContext } from '../edit/editing-context.ts'
import type { LayoutItem } from '../model/layout.ts'
import { gridPlace } from './grid-place.ts'

export interface ItemFrameProps {
  readonly item: LayoutItem
  readonly className?: string
  readonly children: ReactNode
}

/** The place of an item in the grid; in edit mode also what selects, moves and sizes it. */
export function ItemFrame({ item, className, children }: ItemFrameProps) {
  const isEditing = useContext(EditingContext)
  const placed = gridPlace(item)
  if (isEditing) {
    return (
      <EditFrame item={item} className={className} style={placed}>
        {children}
      </EditFrame>
    )
  }
  return (
    <div id={item.id} className={classNames('dash-item', className)} style={placed}>
      {children}
    </div>
  )
}
