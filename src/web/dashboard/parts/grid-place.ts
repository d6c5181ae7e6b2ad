import type { CSSProperties } from 'react'
import { GRID_UNIT_PX, type LayoutItem } from '../../../query/dashboard/layout.ts'
import { hasHeight, hasWidth, widthOf } from '../../../query/dashboard/widths.ts'

/** Width and height of an item as custom properties, so that a phone can lay it out differently. */
export function gridPlace(item: LayoutItem): CSSProperties {
  return {
    ...(hasWidth(item) && { '--span': widthOf(item) }),
    ...(hasHeight(item) && { '--height': `${(item.meta.height ?? 0) * GRID_UNIT_PX}px` }),
  } as CSSProperties
}

/** The columns of a row as a custom property. */
export function gridColumns(columns: number): CSSProperties {
  return { '--columns': columns } as CSSProperties
}
