import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { type Box, type Placement, placeBeside } from './place.ts'

export interface FloatingProps {
  /** The element it stands beside, or a point. */
  anchor: HTMLElement | Box | null
  placement?: Placement
  onClose: () => void
  className?: string | undefined
  /** At least as wide as the anchor. */
  matchWidth?: boolean
  role?: 'menu' | 'dialog'
  label?: string | undefined
  id?: string
  children: ReactNode
}

/** A light pop-over in the top layer: Escape, a press outside and the focus outside close it. Mount it to open it. */
export function Floating({ anchor, placement = 'bottom-start', onClose, matchWidth, ...rest }: FloatingProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isDialog = rest.role === 'dialog'
  const latestClose = useRef(onClose)
  latestClose.current = onClose
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const show = () => {
      const box = anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : anchor
      if (!box) return
      if (matchWidth) element.style.minWidth = `${box.width}px`
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const at = placeBeside(box, { width: element.offsetWidth, height: element.offsetHeight }, view, placement)
      element.style.left = `${at.left}px`
      element.style.top = `${at.top}px`
    }
    const handleToggle = (event: ToggleEvent) => {
      if (event.newState === 'closed') latestClose.current()
    }
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Node) || target === document.body || element.contains(target)) return
      if (!(anchor instanceof HTMLElement && anchor.contains(target))) latestClose.current()
    }
    element.showPopover(anchor instanceof HTMLElement ? { source: anchor } : undefined)
    show()
    const observer = new ResizeObserver(show)
    observer.observe(element)
    element.addEventListener('toggle', handleToggle)
    document.addEventListener('focusin', handleFocus)
    window.addEventListener('resize', show)
    window.addEventListener('scroll', show, true)
    return () => {
      observer.disconnect()
      element.removeEventListener('toggle', handleToggle)
      document.removeEventListener('focusin', handleFocus)
      window.removeEventListener('resize', show)
      window.removeEventListener('scroll', show, true)
    }
  }, [anchor, placement, matchWidth])
  // Hidden while it is still in the page, so that the browser gives the focus in it back to where it was.
  useLayoutEffect(() => {
    const element = ref.current
    if (element && isDialog) (firstField(element) ?? element).focus({ preventScroll: true })
    return () => element?.hidePopover()
  }, [isDialog])
  return (
    <div
      ref={ref}
      popover="auto"
      id={rest.id}
      tabIndex={isDialog ? -1 : undefined}
      {...(rest.role && { role: rest.role, 'aria-label': rest.label })}
      className={classNames('pop floating', rest.className)}
    >
      {rest.children}
    </div>
  )
}

/** Where typing begins. What only has buttons takes the focus itself, so that Enter presses none by chance. */
const firstField = (within: HTMLElement): HTMLElement | null =>
  within.querySelector<HTMLElement>(
    ':is([data-autofocus], input, textarea, button.input, [role="tab"]):not(:disabled, [tabindex="-1"])',
  )

type TriggerProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }

/** The open state of something that hangs on a trigger; a press on the trigger closes what it opened. */
export function useDisclosure(): {
  isOpen: boolean
  anchor: HTMLElement | null
  close: () => void
  open: () => void
  triggerFor: (trigger: ReactElement, popup: 'menu' | 'dialog' | 'listbox') => ReactElement
} {
  const [isOpen, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpenOnPress = useRef(false)
  const id = useId()
  const close = () => {
    setOpen(false)
    if (document.activeElement === document.body) anchor?.focus()
  }
  const triggerFor = (trigger: ReactElement, popup: 'menu' | 'dialog' | 'listbox') => {
    const own = trigger as ReactElement<TriggerProps>
    return cloneElement(own, {
      id: own.props.id ?? id,
      ref: setAnchor,
      'aria-haspopup': popup,
      'aria-expanded': isOpen,
      onPointerDown: () => {
        wasOpenOnPress.current = isOpen
      },
      onClick: (event) => {
        own.props.onClick?.(event)
        setOpen(!wasOpenOnPress.current)
        wasOpenOnPress.current = false
      },
    })
  }
  return { isOpen, anchor, close, open: () => setOpen(true), triggerFor }
}

interface PopoverProps {
  trigger: ReactElement
  /** Named for screen readers. */
  label: string
  placement?: Placement
  width?: number
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A panel that hangs on a button. */
export function Popover({ trigger, label, placement, width, children }: PopoverProps) {
  const { isOpen, anchor, close, triggerFor } = useDisclosure()
  return (
    <>
      {triggerFor(trigger, 'dialog')}
      {isOpen && (
        <Floating anchor={anchor} onClose={close} role="dialog" label={label} {...(placement && { placement })}>
          <div className="pop-body" style={{ width }}>
            {typeof children === 'function' ? children(close) : children}
          </div>
        </Floating>
      )}
    </>
  )
}
