import { useEffect, useRef, useState } from 'react'
import { comboLabel } from './key-combo.ts'
import { placeBeside } from './place.ts'
import { isMac } from './platform.ts'

const SHOW_MS = 400

interface Tip {
  readonly target: HTMLElement
  readonly text: string
  readonly keys: string | undefined
}

/** Draws the tooltip of whatever is hovered or focused and carries data-tip (with data-tip-keys). Mounted once, by the app. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => listenForTips(setTip), [])
  useEffect(() => {
    const element = ref.current
    if (!element || !tip) return
    element.showPopover()
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const box = tip.target.getBoundingClientRect()
    const at = placeBeside(box, { width: element.offsetWidth, height: element.offsetHeight }, view, 'bottom-start')
    element.style.left = `${at.left}px`
    element.style.top = `${at.top}px`
    const changes = new MutationObserver(() => setTip(tipOf(tip.target)))
    changes.observe(tip.target, { attributeFilter: ['data-tip', 'data-tip-keys'] })
    return () => changes.disconnect()
  }, [tip])
  if (!tip) return null
  return (
    <div ref={ref} popover="manual" className="tip floating" role="tooltip">
      {tip.text}
      {tip.keys && <span className="k">{comboLabel(tip.keys, isMac)}</span>}
    </div>
  )
}

/** What an element says now: a press may have changed it since it was pointed at. */
function tipOf(target: HTMLElement): Tip | null {
  const { tip: text, tipKeys: keys } = target.dataset
  return text ? { target, text, keys } : null
}

function listenForTips(show: (tip: Tip | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    show(null)
  }
  const offer = (target: HTMLElement | null) => {
    hide()
    if (!target) return
    timer = setTimeout(() => {
      if (target.isConnected) show(tipOf(target))
    }, SHOW_MS)
  }
  const handleEnter = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
    offer(event.type === 'focusin' && !target?.matches(':focus-visible') ? null : target)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }
  offer(document.querySelector<HTMLElement>('[data-tip]:hover, [data-tip]:focus-visible'))
  document.addEventListener('pointerover', handleEnter)
  document.addEventListener('focusin', handleEnter)
  document.addEventListener('pointerdown', hide)
  document.addEventListener('focusout', hide)
  document.addEventListener('scroll', hide, true)
  document.addEventListener('keydown', handleKey)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', handleEnter)
    document.removeEventListener('focusin', handleEnter)
    document.removeEventListener('pointerdown', hide)
    document.removeEventListener('focusout', hide)
    document.removeEventListener('scroll', hide, true)
    document.removeEventListener('keydown', handleKey)
  }
}
