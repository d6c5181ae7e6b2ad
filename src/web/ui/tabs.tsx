import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { formatCount } from './format.ts'

interface TabItem<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly icon?: ReactNode
  readonly count?: number | undefined
  readonly disabled?: boolean
}

interface TabsProps<V extends string> {
  /** Names the group. */
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly TabItem<V>[]
  className?: string
  /** Ids of the panels, for screen readers: panelId(value). */
  panelId?: (value: V) => string
}

/** Tabs with arrow keys; the panel is the caller's. */
export function Tabs<V extends string>({ label, value, onChange, tabs, className, panelId }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  // Where not all tabs have room, the open one is among those in sight.
  useEffect(() => {
    const strip = list.current
    const open = strip?.querySelector<HTMLElement>('.on')
    if (strip && open) strip.scrollLeft = open.offsetLeft - strip.clientWidth / 2
  }, [])
  const handleKeyDown = (event: KeyboardEvent) => {
    const open = tabs.filter((tab) => !tab.disabled)
    const at = open.findIndex((tab) => tab.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const target = open.at(to % open.length)
    if (!target) return
    onChange(target.value)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.value)}"]`)?.focus()
  }
  return (
    <div
      ref={list}
      className={classNames('tabs', className)}
      role="tablist"
      aria-label={label}
      onKeyDown={handleKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          data-tab={tab.value}
          aria-selected={tab.value === value}
          aria-controls={panelId?.(tab.value)}
          tabIndex={tab.value === value ? 0 : -1}
          disabled={tab.disabled}
          className={classNames(tab.value === value && 'on')}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon}
          {tab.label}
          {tab.count !== undefined && <span className="c3">{formatCount(tab.count)}</span>}
        </button>
      ))}
    </div>
  )
}
