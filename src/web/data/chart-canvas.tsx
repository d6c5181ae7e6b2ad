import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Drawing } from '../../charts/chart.ts'
import { haveSameParts } from '../../charts/parts/same-parts.ts'
import type { ChartTheme } from '../../charts/parts/tokens.ts'
import type { EChartsType, Renderer } from './chart-echarts.ts'
import {
  createPicture,
  isTooltipLoaded,
  loadPicture,
  loadTooltip,
  neededParts,
  type PartName,
} from './chart-echarts-parts.ts'
import { WaitingPicture } from './chart-skeleton.tsx'
import styles from './chart-view.module.css'
import { type MarkHandlers, useMarkClicks } from './mark-clicks.ts'
import { pictureTurns } from './picture-turns.ts'

type EchartsDrawing = Extract<Drawing, { kind: 'echarts' }>

export interface ChartCanvasProps extends MarkHandlers {
  readonly drawing: EchartsDrawing
  readonly theme: ChartTheme
  readonly onPicture?: ((picture: EChartsType | null) => void) | undefined
}

const SVG_MARKS = 2000
const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The picture of one drawing. The library loads with the first of them, and each of its parts with the first need. */
export function ChartCanvas({ drawing, theme, onSelect, onMenu, onPicture }: ChartCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const renderer = rendererOf(drawing.option)
  const parts = useKnownParts(neededParts(drawing.option, renderer))
  const picture = usePicture(host, { theme, renderer, parts }, onPicture)
  const hasTooltip = useDrawn(picture, drawing)
  useMarkClicks(picture?.chart ?? null, drawing, { onSelect, onMenu })
  const handlePointerEnter = () => {
    if (picture === null || hasTooltip.current) return
    loadTooltip()
      .then(() => addTooltip(picture.chart, drawing, hasTooltip))
      .catch(() => undefined)
  }
  return (
    <div className={styles.view}>
      {picture === null && <WaitingPicture />}
      <div
        ref={host}
        className={styles.picture}
        role="img"
        aria-label={drawing.summary}
        onPointerEnter={handlePointerEnter}
      />
    </div>
  )
}

/** Parts that the drawings needed so far, as one text: it only grows, so a type that comes back makes no new picture. */
function useKnownParts(needed: readonly PartName[]): string {
  const [known, setKnown] = useState('')
  const all = [...new Set([...partsOf(known), ...needed])].toSorted().join(' ')
  if (all !== known) setKnown(all)
  return all
}

const partsOf = (text: string) => text.split(' ').filter((part) => part !== '') as PartName[]

interface Picture {
  readonly chart: EChartsType
  /** Ends the turn in which the picture is made. */
  readonly drawn: () => void
}

/** Draws, and knows whether the picture on screen has its tooltip: that part is fetched when nothing else is waited for. */
function useDrawn(picture: Picture | null, drawing: EchartsDrawing): RefObject<boolean> {
  const last = useRef<{ readonly picture: Picture; readonly option: object } | null>(null)
  const hasTooltip = useRef(false)
  useEffect(() => {
    if (picture === null) return
    const { option } = drawing
    const before = last.current?.picture === picture ? last.current.option : null
    last.current = { picture, option }
    const canMerge = before !== null && hasTooltip.current === isTooltipLoaded() && haveSameParts(before, option)
    hasTooltip.current = isTooltipLoaded()
    picture.chart.setOption({ ...option, animation: before !== null && !prefersStill() }, { notMerge: !canMerge })
    picture.drawn()
    return pictureTurns.whenAtRest(() => void loadTooltip().catch(() => undefined))
  }, [picture, drawing])
  return hasTooltip
}

function addTooltip(picture: EChartsType, drawing: EchartsDrawing, hasTooltip: RefObject<boolean>): void {
  if (picture.isDisposed() || hasTooltip.current) return
  hasTooltip.current = true
  picture.setOption({ ...drawing.option, animation: false }, { notMerge: true })
}

function usePicture(
  host: RefObject<HTMLDivElement | null>,
  { theme, renderer, parts }: { theme: ChartTheme; renderer: Renderer; parts: string },
  onPicture: ChartCanvasProps['onPicture'],
): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const report = useEffectEvent((chart: EChartsType | null) => onPicture?.(chart))
  useEffect(() => {
    const element = host.current
    if (element === null) return
    let made: EChartsType | null = null
    const leave = pictureTurns.take({
      rank: () => placeOnPage(element),
      // A picture knows only the parts that were there when it was made (ECharts copies its list of stages).
      load: () => loadPicture(partsOf(parts)),
      draw: (drawn) => {
        made = createPicture(element, theme, renderer)
        setPicture({ chart: made, drawn })
        report(made)
      },
      fail: setFailure,
    })
    const observer = new ResizeObserver(() => made?.resize({ animation: { duration: 0 } }))
    observer.observe(element)
    return () => {
      leave()
      observer.disconnect()
      setPicture(null)
      report(null)
      made?.dispose()
    }
  }, [host, theme, renderer, parts])
  // The chart's error boundary says so and offers to try again.
  if (failure !== null) throw failure
  return picture
}

/** Pictures in view from the top, then those below, then those that were scrolled past. */
function placeOnPage(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom < 0 ? window.innerHeight - bottom + 1_000_000 : top
}

function rendererOf(option: object): Renderer {
  const { series } = option as { readonly series?: readonly { readonly data?: readonly unknown[] }[] }
  const marks = (series ?? []).reduce((sum, one) => sum + (one.data?.length ?? 0), 0)
  return marks > SVG_MARKS ? 'canvas' : 'svg'
}
