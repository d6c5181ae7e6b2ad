import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { comboLabel } from './key-combo.ts'
import type { MenuAction, MenuItem, MenuPanelProps } from './menu-item.ts'
import { isMac } from './platform.ts'
import { Floating } from './popover.tsx'
import { useNavigate } from './router.tsx'

/** The menu itself, once it is loaded. */
export function MenuPanel({ anchor, items, label, placement = 'bottom-start', onClose }: MenuPanelProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => firstRow(focusable(list.current))?.focus(), [])
  const hasChoices = items.some((item) => isAction(item) && item.checked !== undefined)
  return (
    <Floating anchor={anchor} onClose={onClose} placement={placement} role="menu" label={label} className="menu">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu role is on the pop-over around it */}
      <div ref={list} onKeyDown={(event) => handleMenuKey(event, list.current, onClose)}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of an open menu do not move
          <MenuRow key={index} item={item} hasChoices={hasChoices} onClose={onClose} />
        ))}
      </div>
    </Floating>
  )
}

const isAction = (item: MenuItem): item is MenuAction => item !== 'divider' && !('heading' in item)

/** A list of choices begins with the one that holds. */
function firstRow(rows: readonly HTMLElement[]): HTMLElement | undefined {
  const isList = rows.every((row) => row.ariaChecked !== null)
  return (isList ? rows.find((row) => row.ariaChecked === 'true') : undefined) ?? rows[0]
}

interface MenuRowProps {
  readonly item: MenuItem
  readonly hasChoices: boolean
  readonly onClose: () => void
}

function MenuRow({ item, hasChoices, onClose }: MenuRowProps) {
  if (item === 'divider') return <hr className="hr" />
  if (!isAction(item)) return <div className="mh">{item.heading}</div>
  return <MenuActionRow action={item} hasChoices={hasChoices} onClose={onClose} />
}

interface MenuActionRowProps extends Omit<MenuRowProps, 'item'> {
  readonly action: MenuAction
}

function MenuActionRow({ action, hasChoices, onClose }: MenuActionRowProps) {
  const navigate = useNavigate()
  const [row, setRow] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isOff = action.disabled === true || action.disabledReason !== undefined
  const handleSelect = () => {
    if (isOff) return
    if (action.items) return setOpen(true)
    onClose()
    action.onSelect?.()
    if (action.to) void navigate(action.to)
  }
  const hint = action.keys ? comboLabel(action.keys, isMac) : action.hint
  return (
    <>
      <button
        ref={setRow}
        type="button"
        {...(action.checked === undefined ? MENU_ITEM : { role: 'menuitemcheckbox', 'aria-checked': action.checked })}
        aria-disabled={isOff || undefined}
        aria-haspopup={action.items ? 'menu' : undefined}
        data-tip={action.disabledReason}
        tabIndex={-1}
        className={classNames('mi', action.danger && 'd', isOff && 'is-disabled')}
        onClick={handleSelect}
        onPointerEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight' && action.items) setOpen(true)
        }}
      >
        <Sign action={action} hasChoices={hasChoices} />
        <span className="grow">{action.label}</span>
        {hint && <span className="end">{hint}</span>}
        {action.items && <IconChevronRight className="s" aria-hidden />}
      </button>
      {isOpen && action.items && (
        <MenuPanel
          anchor={row}
          items={action.items.map((one) => closingBoth(one, onClose))}
          label={action.label}
          placement="right-start"
          onClose={() => {
            setOpen(false)
            row?.focus()
          }}
        />
      )}
    </>
  )
}

/** An action of a sub-menu also closes the menu above. */
function closingBoth(item: MenuItem, onClose: () => void): MenuItem {
  if (!isAction(item)) return item
  const { onSelect } = item
  return {
    ...item,
    onSelect: () => {
      onClose()
      onSelect?.()
    },
  }
}

const MENU_ITEM = { role: 'menuitem' }

const focusable = (list: HTMLElement | null): HTMLElement[] =>
  list ? [...list.querySelectorAll<HTMLElement>(':scope > [role^="menuitem"]')] : []

function handleMenuKey(event: KeyboardEvent, list: HTMLElement | null, onClose: () => void): void {
  const rows = focusable(list)
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at < 0 && document.activeElement !== list) return
  const target = menuTarget(event.key, rows, at)
  if (target) {
    event.preventDefault()
    event.stopPropagation()
    target.focus()
  } else if (event.key === 'Tab' || event.key === 'ArrowLeft') {
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
}

function menuTarget(key: string, rows: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return rows[(at + 1) % rows.length]
  if (key === 'ArrowUp') return rows.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const begins = (row: HTMLElement) => row.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())
  return [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(begins)
}

/** What has no tick keeps its place in a menu of ticks, so that the words stand below each other. */
function Sign({ action: { checked, icon }, hasChoices }: Pick<MenuActionRowProps, 'action' | 'hasChoices'>) {
  if (!checked && (icon || !hasChoices)) return icon
  return <IconCheck aria-hidden visibility={checked ? undefined : 'hidden'} />
}
