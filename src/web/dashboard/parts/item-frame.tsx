import type { CSSProperties, ReactNode } from 'react'
import { useContext } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { EditFrame } from '../edit/edit-frame.tsx'
import { EditingContext } from '../edit/editing-context.ts'
import type { LayoutItem } from '../model/layout.ts'
import { hasWidth, widthOf } from '../model/widths.ts'

export interface ItemFrameProps {
  readonly item: LayoutItem
  readonly className?: string
  readonly style?: CSSProperties
  readonly children: ReactNode
}

/** The place of an item in the grid; in edit mode also what selects, moves and sizes it. */
export function ItemFrame({ item, className, style, children }: ItemFrameProps) {
  const isEditing = useContext(EditingContext)
  const placed = { ...(hasWidth(item) && { gridColumn: `span ${widthOf(item)}` }), ...style }
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
