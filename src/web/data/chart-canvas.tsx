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
import { pictureTurns, redrawTurns } from './picture-turns.ts'

type EchartsDrawing = Extract<Drawing, { kind: 'echarts' }>

export interface ChartCanvasProps extends MarkHandlers {
  readonly drawing: EchartsDrawing
  readonly theme: ChartTheme
  readonly onPicture?: ((picture: EChartsType | null) => void) | undefined
}

const SVG_MARKS = 2000
/** A picture that was drawn so short ago takes its final shape, which nobody should see in two steps. */
const SETTLING_MS = 500
const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The picture of one drawing. The library loads with the first of them, and each of its parts with the first need. */
export function ChartCanvas({ drawing, theme, onSelect, onMenu, onPicture }: ChartCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const renderer = rendererOf(drawing.option)
  const parts = useKnownParts(neededParts(drawing.option, renderer))
  const picture = usePicture(host, { theme, renderer, parts }, onPicture)
  const shown = useDrawn(host, picture, drawing)
  useMarkClicks(picture?.chart ?? null, shown, { onSelect, onMenu })
  const handlePointerEnter = () => {
    if (shown.current === null || shown.current.hasTooltip) return
    loadTooltip()
      .then(() => addTooltip(shown))
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

/** What is on the screen, which may be older than what it is about to show. */
interface Shown {
  readonly picture: Picture
  readonly drawing: EchartsDrawing
  /** That part is fetched when nothing else is waited for. */
  readonly hasTooltip: boolean
  readonly at: number
}

/** Draws, and knows what is drawn. */
function useDrawn(
  host: RefObject<HTMLDivElement | null>,
  picture: Picture | null,
  drawing: EchartsDrawing,
): RefObject<Shown | null> {
  const shown = useRef<Shown | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (picture === null) return
    const before = shown.current?.picture === picture ? shown.current : null
    const draw = () => show(shown, { picture, drawing, hasTooltip: isTooltipLoaded(), at: performance.now() }, before)
    const redraw = () => {
      try {
        if (!picture.chart.isDisposed()) draw()
      } catch (error) {
        setFailure(error)
      }
    }
    const isSettling = before === null || performance.now() - before.at < SETTLING_MS
    if (isSettling) draw()
    const rank = () => (host.current ? placeOnPage(host.current) : 0)
    const leave = isSettling ? null : redrawTurns.take(rank, redraw)
    const forget = pictureTurns.whenAtRest(() => void loadTooltip().catch(() => undefined))
    return () => {
      leave?.()
      forget()
    }
  }, [host, picture, drawing])
  // The chart's error boundary says so and offers to try again.
  if (failure !== null) throw failure
  return shown
}

function show(shown: RefObject<Shown | null>, next: Shown, before: Shown | null): void {
  const { picture, drawing, hasTooltip } = next
  const { option } = drawing
  const canMerge = before?.hasTooltip === hasTooltip && haveSameParts(before.drawing.option, option)
  shown.current = next
  picture.chart.setOption({ ...option, animation: before !== null && !prefersStill() }, { notMerge: !canMerge })
  picture.drawn()
}

function addTooltip(shown: RefObject<Shown | null>): void {
  if (shown.current === null || shown.current.hasTooltip || shown.current.picture.chart.isDisposed()) return
  const { picture, drawing } = shown.current
  shown.current = { ...shown.current, hasTooltip: true }
  // Marks stay what they are, so that a press on one is still a click on it when the pointer lets go.
  picture.chart.setOption({ ...drawing.option, animation: false }, { notMerge: false })
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
