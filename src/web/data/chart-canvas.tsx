import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Drawing, Selection } from '../../charts/chart.ts'
import type { EChartsType, Renderer } from './chart-echarts.ts'
import { loadParts, loadTooltip, neededParts, type PartName } from './chart-echarts-parts.ts'
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

/** The picture of one drawing. The library loads with the first of them, and each of its parts with the first need. */
export function ChartCanvas({ drawing, theme, onSelect, onPicture }: ChartCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const renderer = rendererOf(drawing.option)
  const parts = useKnownParts(drawing, renderer)
  const picture = usePicture(host, { theme, renderer, parts }, onPicture)
  useDrawn(picture, drawing)
  useClicks(picture, drawing, onSelect)
  return <div ref={host} className={styles.picture} role="img" aria-label={drawing.summary} />
}

/** Parts that the drawings needed so far, as one text: it only grows, so a type that comes back makes no new picture. */
function useKnownParts(drawing: EchartsDrawing, renderer: Renderer): string {
  const known = useRef<ReadonlySet<PartName>>(new Set())
  const needed = neededParts(drawing.option, renderer)
  if (needed.some((part) => !known.current.has(part))) known.current = new Set([...known.current, ...needed])
  return [...known.current].toSorted().join(' ')
}

function useDrawn(picture: EChartsType | null, drawing: EchartsDrawing): void {
  const drawnBy = useRef<EChartsType | null>(null)
  useEffect(() => {
    if (picture === null) return
    const isFirst = drawnBy.current !== picture
    drawnBy.current = picture
    picture.setOption({ ...drawing.option, animation: !isFirst && !prefersStill() }, { notMerge: true })
    const tooltip = loadTooltip()
    if (tooltip === true) return
    let isOver = false
    tooltip
      .then(() => {
        if (!isOver) addTooltip(picture, drawing)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [picture, drawing])
}

function addTooltip(picture: EChartsType, drawing: EchartsDrawing): void {
  if (picture.isDisposed()) return
  picture.setOption({ ...drawing.option, animation: false }, { notMerge: true, lazyUpdate: true })
}

function useClicks(picture: EChartsType | null, drawing: EchartsDrawing, onSelect: ChartCanvasProps['onSelect']): void {
  const latest = useRef({ drawing, onSelect })
  latest.current = { drawing, onSelect }
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
}

function usePicture(
  host: RefObject<HTMLDivElement | null>,
  { theme, renderer, parts }: { theme: 'light' | 'dark'; renderer: Renderer; parts: string },
  onPicture: ChartCanvasProps['onPicture'],
): EChartsType | null {
  const [picture, setPicture] = useState<EChartsType | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const report = useRef(onPicture)
  report.current = onPicture
  useEffect(() => {
    const element = host.current
    if (element === null) return
    let made: EChartsType | null = null
    let isGone = false
    // A picture knows only the parts that were there when it was made (ECharts copies its list of stages).
    Promise.all([import('./chart-echarts.ts'), loadParts(parts.split(' ') as PartName[])])
      .then(([{ createPicture }]) => {
        if (isGone) return
        made = createPicture(element, theme, renderer)
        setPicture(made)
        report.current?.(made)
      })
      .catch((error: unknown) => {
        if (!isGone) setFailure(error)
      })
    const observer = new ResizeObserver(() => made?.resize({ animation: { duration: 0 } }))
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
      setPicture(null)
      report.current?.(null)
      made?.dispose()
    }
  }, [host, theme, renderer, parts])
  // The chart's error boundary says so and offers to try again.
  if (failure !== null) throw failure
  return picture
}

function rendererOf(option: object): Renderer {
  const { series } = option as { readonly series?: readonly { readonly data?: readonly unknown[] }[] }
  const marks = (series ?? []).reduce((sum, one) => sum + (one.data?.length ?? 0), 0)
  return marks > SVG_MARKS ? 'canvas' : 'svg'
}
