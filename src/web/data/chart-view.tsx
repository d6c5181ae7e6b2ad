import { lazy, type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import type { Drawing, Frame } from '../../charts/chart.ts'
import { findChart } from '../../charts/charts.ts'
import type { ChartTheme } from '../../charts/parts/tokens.ts'
import { Button } from '../ui/button.tsx'
import { Ring, useSlow } from '../ui/progress.tsx'
import { EmptyState, ErrorBoundary, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import type { Annotations } from './chart-annotations.ts'
import type { ChartAnswer } from './chart-answer.ts'
import { ChartCanvas } from './chart-canvas.tsx'
import type { ChartState } from './chart-data.ts'
import type { EChartsType } from './chart-echarts.ts'
import { ChartFigure } from './chart-figure.tsx'
import { frameTable } from './chart-frame-table.ts'
import { hasMarks } from './chart-marks.ts'
import type { FormData } from './chart-request.ts'
import { ChartSkeleton, WaitingPicture } from './chart-skeleton.tsx'
import { ChartTable } from './chart-table.tsx'
import styles from './chart-view.module.css'
import { useChartTheme } from './look.ts'
import type { MarkHandlers } from './mark-clicks.ts'
import { useDrawing } from './use-drawing.ts'

const ChartUndrawn = lazy(() => import('./chart-undrawn.tsx').then((m) => ({ default: m.ChartUndrawn })))
const ChartMarkup = lazy(() => import('./chart-markup.tsx').then((m) => ({ default: m.ChartMarkup })))
const ChartPivot = lazy(() => import('./chart-pivot.tsx').then((m) => ({ default: m.ChartPivot })))

export interface ChartViewProps extends MarkHandlers {
  /** Saved settings of the chart, with `viz_type`. */
  readonly formData: FormData
  /** What `useChart` gives. */
  readonly state: ChartState
  /** Names the chart for screen readers. */
  readonly title?: string
  /** Rows instead of the picture. */
  readonly asTable?: boolean
  /** Colours of labels that are fixed, such as the dashboard's. */
  readonly labelColors?: Readonly<Record<string, string>>
  /** Long names of metrics and columns, such as the `verbose_map` of the dataset. */
  readonly titles?: Readonly<Record<string, string>>
  /** Values that this chart emits as a cross-filter; other marks step back. */
  readonly selected?: readonly unknown[] | null
  /** Rows and failures of annotation layers, as `useChart` gives them. */
  readonly annotations?: Annotations
  /** Another page of a table whose pages the database cuts. */
  readonly onPage?: ((page: number) => void) | undefined
  readonly onRetry?: (() => void) | undefined
  readonly onStop?: (() => void) | undefined
  /** Gives the picture for downloads; null when there is none. */
  readonly onPicture?: ((picture: EChartsType | null) => void) | undefined
}

/** One chart in all its states. Fills its parent, which has a height. */
export function ChartView(props: ChartViewProps) {
  const t = useText()
  const { state, onRetry } = props
  switch (state.kind) {
    case 'idle':
      return <div className={styles.view} aria-busy="true" />
    case 'unsupported':
      return <Undrawn vizType={state.vizType || '–'} />
    case 'loading':
      return <LoadingChart {...props} previous={state.previous} />
    case 'failed':
      return (
        <FailedState title={t('The chart could not be drawn')} onRetry={onRetry} details={state.details ?? undefined}>
          {state.message}
        </FailedState>
      )
    case 'stopped':
      return (
        <EmptyState
          title={t('Updating chart was stopped')}
          action={
            onRetry && (
              <Button size="sm" onClick={onRetry}>
                {t('Run again')}
              </Button>
            )
          }
        />
      )
    case 'ready':
      return <DrawnChart {...props} answer={state.answer} />
  }
}

type LoadingProps = ChartViewProps & { readonly previous: ChartAnswer | null }

function LoadingChart({ previous, ...props }: LoadingProps) {
  const isSlow = useSlow(true)
  const [since] = useState(() => Date.now())
  const t = useText()
  return (
    <div className={styles.view} aria-busy="true">
      {previous !== null && (
        <div className={isSlow ? styles.dimmed : styles.view}>
          <DrawnChart {...props} answer={previous} />
        </div>
      )}
      {previous === null && isSlow && <ChartSkeleton vizType={String(props.formData.viz_type ?? '')} />}
      {isSlow && (
        <div className={styles.waiting} role="status">
          <Ring />
          <Seconds since={since} />
          {props.onStop && (
            <Button size="sm" onClick={props.onStop}>
              {t('Stop')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Seconds({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  return <span className="num">{`${seconds} s`}</span>
}

function DrawnChart(props: ChartViewProps & { readonly answer: ChartAnswer }) {
  const t = useText()
  const { formData, answer, asTable = false, onRetry } = props
  const [first] = answer.frames
  const drawn = useMemo(() => ({ answer, formData }), [answer, formData])
  if (first === undefined || first.rowCount === 0)
    return (
      <EmptyState title={t('No rows for these filters')}>
        {t('The query ran and found nothing. Widen the time range or remove a filter.')}
      </EmptyState>
    )
  return (
    <ErrorBoundary
      resetKey={drawn}
      fallback={(error) => (
        <FailedState title={t('The chart could not be drawn')} onRetry={onRetry} details={error.stack}>
          {t('An error occurred while rendering the visualization: {{error}}', { error: error.message })}
        </FailedState>
      )}
    >
      {asTable ? (
        <RowsTable frame={first} title={props.title} titles={props.titles} />
      ) : (
        <Suspense fallback={<WaitingPicture />}>
          <WithParts formData={formData}>
            <Picture {...props} frames={answer.frames} vizType={String(formData.viz_type)} />
          </WithParts>
        </Suspense>
      )}
    </ErrorBoundary>
  )
}

interface RowsTableProps {
  readonly frame: Frame
  readonly title: string | undefined
  readonly titles: Readonly<Record<string, string>> | undefined
}

function RowsTable({ frame, title, titles }: RowsTableProps) {
  const t = useText()
  return <ChartTable table={frameTable(frame, titles)} label={title ?? t('Rows of the chart')} />
}

/** Waits for what a chart is drawn of besides its rows. */
function WithParts({ formData, children }: { readonly formData: FormData; readonly children: ReactNode }) {
  const chart = findChart(String(formData.viz_type))
  const coming = chart?.load?.(chart.options.parse(formData))
  if (coming != null) use(coming)
  return children
}

const NONE = {}
const NO_ANNOTATIONS: Annotations = { rows: {}, failures: [] }

type PictureProps = ChartViewProps & { readonly frames: readonly Frame[]; readonly vizType: string }

function Picture({
  formData,
  frames,
  vizType,
  labelColors = NONE,
  titles = NONE,
  annotations = NO_ANNOTATIONS,
  selected = null,
  ...props
}: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const theme = useChartTheme()
  const { rows } = annotations
  const drawing = useDrawing({ vizType, formData, frames, size, labelColors, titles, annotations: rows, selected })
  return (
    <div className={styles.annotated}>
      <div ref={box} className={styles.view}>
        {drawing && <Drawn drawing={drawing} theme={theme} selected={selected} {...props} />}
      </div>
      {annotations.failures.length > 0 && <FailedLayers failures={annotations.failures} />}
    </div>
  )
}

/** The chart stands; a layer that did not come is named below it. */
function FailedLayers({ failures }: Pick<Annotations, 'failures'>) {
  const t = useText()
  return (
    <ul className={styles.notes} role="status">
      {failures.map(({ name, message }) => (
        <li key={name}>{t('Annotations {{name}}: {{message}}', { name, message: t(message) })}</li>
      ))}
    </ul>
  )
}

type DrawnProps = Pick<ChartViewProps, 'selected' | 'onSelect' | 'onMenu' | 'onPage' | 'onPicture' | 'title'> & {
  readonly drawing: Drawing
  readonly theme: ChartTheme
}

function Drawn({ drawing, theme, title, selected, onSelect, onMenu, onPage, onPicture }: DrawnProps) {
  switch (drawing.kind) {
    case 'echarts':
      return hasMarks(drawing.option) ? (
        <ChartCanvas {...{ drawing, theme, onSelect, onMenu, onPicture }} />
      ) : (
        <Undrawn />
      )
    case 'table':
      return (
        <ChartTable
          table={drawing.table}
          label={title ?? drawing.summary}
          selected={selected}
          onSelect={onSelect}
          onPage={onPage}
        />
      )
    case 'pivot':
      return (
        <Suspense>
          <ChartPivot pivot={drawing.pivot} label={title ?? drawing.summary} selected={selected} onSelect={onSelect} />
        </Suspense>
      )
    case 'markup':
      return (
        <Suspense>
          <ChartMarkup {...drawing} label={title ?? drawing.summary} />
        </Suspense>
      )
    case 'figure':
      return <ChartFigure figure={drawing.figure} summary={drawing.summary} />
  }
}

const Undrawn = (props: { readonly vizType?: string }) => (
  <Suspense>
    <ChartUndrawn {...props} />
  </Suspense>
)

const STEP_PX = 8

/** The size of an element, in steps, so that a drag of its edge does not draw at every pixel. */
function useSize(box: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const read = () => {
      const width = Math.floor(element.clientWidth / STEP_PX) * STEP_PX
      const height = Math.floor(element.clientHeight / STEP_PX) * STEP_PX
      if (width > 0 && height > 0)
        setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
