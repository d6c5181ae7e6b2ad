import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Drawing, Selection } from '../../charts/chart.ts'
import type { EChartsType } from './chart-echarts.ts'

type EchartsDrawing = Extract<Drawing, { kind: 'echarts' }>

export interface MarkHandlers {
  /** A click on a mark or on a cell of a dimension. */
  readonly onSelect?: ((selection: Selection) => void) | undefined
  /** A menu was asked for on a mark: by the other button, a long touch or the menu key. Where, in pixels of the window. */
  readonly onMenu?: ((selection: Selection, place: { readonly left: number; readonly top: number }) => void) | undefined
}

interface MarkEvent {
  readonly name?: string
  readonly seriesName?: string
  readonly seriesIndex?: number
  readonly dataIndex?: number
  readonly event?: { readonly event?: unknown }
}

/** How far the pointer may move between pressing and letting go. */
const CLICK_PX = 4

interface Press {
  readonly mark: string
  readonly x: number
  readonly y: number
}

/**
 * Tells which marks of a picture are clicked, and on which a menu is asked for. A browser fires no click where the
 * element was put elsewhere in between, as a mark is that comes to the front under the pointer.
 */
export function useMarkClicks(
  chart: EChartsType | null,
  shown: RefObject<{ readonly drawing: EchartsDrawing } | null>,
  { onSelect, onMenu }: MarkHandlers,
): void {
  const press = useRef<Press | null>(null)
  const handlePress = useEffectEvent((event: MarkEvent) => {
    press.current = pressOf(event)
  })
  const handleRelease = useEffectEvent((event: MarkEvent) => {
    const [from, to] = [press.current, pressOf(event)]
    press.current = null
    if (from === null || to === null || from.mark !== to.mark) return
    if (Math.hypot(to.x - from.x, to.y - from.y) > CLICK_PX) return
    const selection = selectionAt(shown.current?.drawing, event)
    if (selection !== null) onSelect?.(selection)
  })
  const handleMenu = useEffectEvent((event: MarkEvent) => {
    press.current = null
    const pointer = event.event?.event
    const selection = onMenu === undefined ? null : selectionAt(shown.current?.drawing, event)
    if (selection === null || !(pointer instanceof MouseEvent)) return
    pointer.preventDefault()
    onMenu?.(selection, { left: pointer.clientX, top: pointer.clientY })
  })
  useEffect(() => {
    if (chart === null) return
    const pressed = (event: object) => handlePress(event)
    const released = (event: object) => handleRelease(event)
    const menu = (event: object) => handleMenu(event)
    chart.on('mousedown', pressed)
    chart.on('mouseup', released)
    chart.on('contextmenu', menu)
    return () => {
      if (chart.isDisposed()) return
      chart.off('mousedown', pressed)
      chart.off('mouseup', released)
      chart.off('contextmenu', menu)
    }
  }, [chart])
}

/** A press of the first button on a mark. */
function pressOf({ seriesIndex = 0, dataIndex = 0, name = '', event }: MarkEvent): Press | null {
  const pointer = event?.event
  if (!(pointer instanceof MouseEvent) || pointer.button !== 0) return null
  return { mark: JSON.stringify([seriesIndex, dataIndex, name]), x: pointer.clientX, y: pointer.clientY }
}

function selectionAt(
  drawing: EchartsDrawing | undefined,
  { name = '', seriesName, dataIndex = 0 }: MarkEvent,
): Selection | null {
  return drawing?.select(seriesName === undefined ? { name, dataIndex } : { name, dataIndex, seriesName }) ?? null
}
