import { type ComponentType, type CSSProperties, createContext, type ReactNode, useContext } from 'react'
import type { LayoutItem } from '../../../query/dashboard/layout.ts'

/** What edit mode puts around and into the items. Reading loads none of it. */
export interface EditingParts {
  readonly Frame: ComponentType<{
    item: LayoutItem
    className?: string | undefined
    style: CSSProperties
    children: ReactNode
  }>
  readonly TabStrip: ComponentType<{ item: LayoutItem; open: string | null }>
  readonly TabBody: ComponentType<{ tabId: string; children: ReactNode }>
  /** Says what an empty container is for. */
  readonly EmptyPlace: ComponentType<{ parentId: string }>
  readonly Heading: ComponentType<{ item: LayoutItem }>
}

export const EditingContext = createContext<EditingParts | null>(null)

/** Null while a dashboard is read. */
export const useEditing = (): EditingParts | null => useContext(EditingContext)
