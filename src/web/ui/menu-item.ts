import type { ReactNode } from 'react'
import type { Box, Placement } from './place.ts'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly keys?: string | undefined
  /** Small text at the right. */
  readonly hint?: string | undefined
  readonly danger?: boolean
  /** Drawn with a tick; makes it a choice. */
  readonly checked?: boolean | undefined
  readonly disabled?: boolean
  readonly disabledReason?: string | undefined
  readonly onSelect?: () => void
  /** Goes to a page of the product instead. */
  readonly to?: string
  /** A menu of its own. */
  readonly items?: readonly MenuItem[]
}
export type MenuItem = MenuAction | 'divider' | { readonly heading: string }

/** Where a menu opens and how it ends. */
export interface MenuPlace {
  anchor: HTMLElement | Box | null
  label?: string | undefined
  placement?: Placement
  onClose: () => void
}

export interface MenuPanelProps extends MenuPlace {
  items: readonly MenuItem[]
}
