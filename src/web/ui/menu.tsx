import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode } from 'react'
import type { MenuItem, MenuPanelProps, MenuPlace } from './menu-item.ts'
import { partAhead } from './part-ahead.tsx'
import type { Placement } from './place.ts'
import { useDisclosure } from './popover.tsx'

interface MenuProps {
  trigger: ReactElement
  items: readonly MenuItem[] | (() => readonly MenuItem[]) | LaterItems
  label?: string
  placement?: Placement
}

/** Items with code of their own: `draw` gives a menu that has them, `ahead` is called when somebody comes near. */
interface LaterItems {
  readonly draw: (place: MenuPlace) => ReactNode
  readonly ahead: () => void
}

/** A button that opens a menu. */
export function Menu({ trigger, items, label, placement = 'bottom-start' }: MenuProps) {
  const { isOpen, anchor, close, triggerFor } = useDisclosure()
  const place = {
    anchor,
    label: label ?? anchor?.getAttribute('aria-label') ?? anchor?.textContent ?? undefined,
    placement,
    onClose: close,
  }
  const ahead = 'draw' in items ? items.ahead : panel.ahead
  const draw = () => {
    if ('draw' in items) return items.draw(place)
    return <MenuPanel {...place} items={typeof items === 'function' ? items() : items} />
  }
  const button = triggerFor(trigger, 'menu') as ReactElement<HTMLAttributes<HTMLElement>>
  return (
    <>
      {cloneElement(button, { onPointerEnter: ahead, onFocus: ahead })}
      {isOpen && draw()}
    </>
  )
}

const panel = partAhead<MenuPanelProps>(() => import('./menu-panel.tsx').then((module) => module.MenuPanel))

/** The menu itself, for context menus at a point: anchor={{ left, top, width: 0, height: 0 }}. */
export const MenuPanel = panel.part
