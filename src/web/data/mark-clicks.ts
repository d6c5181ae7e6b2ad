import { useEffect, useEffectEvent } from 'react'
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
  readonly dataIndex?: number
  readonly event?: { readonly event?: unknown }
}

/** Tells which marks of a picture are clicked, and on which a menu is asked for. */
export function useMarkClicks(
  chart: EChartsType | null,
  drawing: EchartsDrawing,
  { onSelect, onMenu }: MarkHandlers,
): void {
  const handleClick = useEffectEvent((event: MarkEvent) => {
    const selection = selectionAt(drawing, event)
    if (selection !== null) onSelect?.(selection)
  })
  const handleMenu = useEffectEvent((event: MarkEvent) => {
    const pointer = event.event?.event
    const selection = onMenu === undefined ? null : selectionAt(drawing, event)
    if (selection === null || !(pointer instanceof MouseEvent)) return
    pointer.preventDefault()
    onMenu?.(selection, { left: pointer.clientX, top: pointer.clientY })
  })
  useEffect(() => {
    if (chart === null) return
    const click = (event: object) => handleClick(event)
    const menu = (event: object) => handleMenu(event)
    chart.on('click', click)
    chart.on('contextmenu', menu)
    return () => {
      if (chart.isDisposed()) return
      chart.off('click', click)
      chart.off('contextmenu', menu)
    }
  }, [chart])
}

function selectionAt(drawing: EchartsDrawing, { name = '', seriesName, dataIndex = 0 }: MarkEvent): Selection | null {
  return drawing.select(seriesName === undefined ? { name, dataIndex } : { name, dataIndex, seriesName })
}
