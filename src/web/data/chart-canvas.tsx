import { useEffect, useRef, useState } from 'react'
import type { Drawing, Selection } from '../../charts/chart.ts'
import type { EChartsType, Renderer } from './chart-echarts.ts'
import styles from './chart-view.module.css'

type EchartsDrawing = Extract<Drawing, { kind: 'echarts' }>

export interface ChartCanvasProps {
  readonly drawing: EchartsDrawing
  readonly theme: 'light' | 'dark'
  readonly onSelect?: ((selection: Selection) => void) | undefined
  readonly onPicture?: ((picture: EChartsType | null) => void) | undefined
}

const SVG_MARKS = 2000
const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The picture of one drawing. The library loads with the first of them. */
export function ChartCanvas({ drawing, theme, onSelect, onPicture }: ChartCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const renderer = rendererOf(drawing.option)
  const picture = usePicture(host, theme, renderer, onPicture)
  const hasDrawn = useRef<EChartsType | null>(null)
  const latest = useRef({ drawing, onSelect })
  latest.current = { drawing, onSelect }

  useEffect(() => {
    if (picture === null) return
    const isFirst = hasDrawn.current !== picture
    hasDrawn.current = picture
    picture.setOption(
      { animation: !prefersStill(), ...drawing.option, ...(isFirst ? { animation: false } : {}) },
      { notMerge: true },
    )
  }, [picture, drawing])

  useEffect(() => {
    if (picture === null) return
    const handleClick = (event: { name?: string; seriesName?: string; dataIndex?: number }) => {
      const { drawing: shown, onSelect: select } = latest.current
      const place = { name: event.name ?? '', dataIndex: event.dataIndex ?? 0 }
      const selection = shown.select(
        event.seriesName === undefined ? place : { ...place, seriesName: event.seriesName },
      )
      if (selection !== null) select?.(selection)
    }
    picture.on('click', handleClick)
    return () => {
      if (!picture.isDisposed()) picture.off('click', handleClick)
    }
  }, [picture])

  return <div ref={host} className={styles.picture} role="img" aria-label={drawing.summary} />
}

function usePicture(
  host: React.RefObject<HTMLDivElement | null>,
  theme: 'light' | 'dark',
  renderer: Renderer,
  onPicture: ChartCanvasProps['onPicture'],
): EChartsType | null {
  const [picture, setPicture] = useState<EChartsType | null>(null)
  const report = useRef(onPicture)
  report.current = onPicture
  useEffect(() => {
    const element = host.current
    if (element === null) return
    let made: EChartsType | null = null
    let isGone = false
    import('./chart-echarts.ts')
      .then(({ createPicture }) => {
        if (isGone) return
        made = createPicture(element, theme, renderer)
        setPicture(made)
        report.current?.(made)
      })
      .catch(() => undefined)
    const observer = new ResizeObserver(() => made?.resize({ animation: { duration: 0 } }))
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
      setPicture(null)
      report.current?.(null)
      made?.dispose()
    }
  }, [host, theme, renderer])
  return picture
}

function rendererOf(option: object): Renderer {
  const { series } = option as { readonly series?: readonly { readonly data?: readonly unknown[] }[] }
  const marks = (series ?? []).reduce((sum, one) => sum + (one.data?.length ?? 0), 0)
  return marks > SVG_MARKS ? 'canvas' : 'svg'
}
