import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useContext,
  useRef,
  useState,
} from 'react'
import { maskOf } from '../../../query/data-mask/emit.ts'
import { isFilter, type NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import { SegmentedControl } from '../../ui/choices.tsx'
import { localeTag, useText } from '../../ui/text.ts'
import { ChartsContext } from '../charts-context.ts'
import {
  dayAt,
  lastMonths,
  type Ruler,
  type RulerWindow,
  rangeOfWindow,
  rulerFrom,
  rulerLabels,
  rulerRequest,
  shareAt,
  timeSource,
  windowOf,
  withEnd,
} from '../model/time-ruler.ts'
import { dashboardDatasetsQuery, timeRangeQuery } from '../queries.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useFilterData } from './use-filter-data.ts'
import { useAppliedMask } from './use-mask.ts'

const DAY_MS = 86_400_000
const MONTHS = [1, 3, 6, 12] as const

/** How much data there is over time, with the time filter as a window on it; `place` until that is known. */
export function TimeRuler({ place }: { place: ReactNode }) {
  const filter = useDraft((draft) =>
    draft.metadata.filters.filter(isFilter).find((one) => one.filterType === 'filter_time'),
  )
  const { source, isLoading } = useTimeSource(filter)
  const counts = useFilterData(source && filter ? rulerRequest(source.datasetId, source.column) : null)
  const ruler = source && counts.data !== undefined ? rulerFrom(counts.data, source.column) : null
  if (filter && ruler) return <WindowOnTime filter={filter} ruler={ruler} />
  return isLoading || counts.isLoading ? place : null
}

function WindowOnTime({ filter, ruler }: { filter: NativeFilter; ruler: Ruler }) {
  const t = useText()
  const setMask = useDashboard((state) => state.setMask)
  const applied = useAppliedWindow(filter, ruler)
  const [dragged, setDragged] = useState<RulerWindow | null>(null)
  const window = dragged ?? applied
  const apply = (next: RulerWindow) => {
    setDragged(null)
    setMask(maskOf(filter, rangeOfWindow(ruler, next)))
  }
  const chosen = MONTHS.find((months) => isSame(window, lastMonths(ruler, months)))
  const isAll = rangeOfWindow(ruler, window) === null
  return (
    <section className="dash-ruler" aria-label={t('Time range')}>
      <Scale ruler={ruler} window={window} onDrag={setDragged} onApply={apply} />
      <SegmentedControl
        label={t('Length of the window')}
        value={isAll ? 'all' : String(chosen ?? '')}
        onChange={(value) => apply(value === 'all' ? windowOf(ruler, null, null) : lastMonths(ruler, Number(value)))}
        options={[
          ...MONTHS.map((months) => ({ value: String(months), label: t('{{count}} m', { count: months }) })),
          { value: 'all', label: t('All') },
        ]}
      />
    </section>
  )
}

interface ScaleProps {
  ruler: Ruler
  window: RulerWindow
  onDrag: (window: RulerWindow) => void
  onApply: (window: RulerWindow) => void
}

function Scale({ ruler, window, onDrag, onApply }: ScaleProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const from = shareAt(ruler, window.fromMs)
  const to = shareAt(ruler, window.toMs)
  const handlePointerDown = (event: ReactPointerEvent, end: 'from' | 'to') => {
    const area = box.current?.getBoundingClientRect()
    if (!area) return
    event.preventDefault()
    const at = (x: number) => withEnd(ruler, window, end, dayAt(ruler, (x - area.left) / area.width))
    const handleMove = (move: PointerEvent) => onDrag(at(move.clientX))
    const handleUp = (up: PointerEvent) => {
      globalThis.removeEventListener('pointermove', handleMove)
      globalThis.removeEventListener('pointerup', handleUp)
      onApply(at(up.clientX))
    }
    globalThis.addEventListener('pointermove', handleMove)
    globalThis.addEventListener('pointerup', handleUp)
  }
  const handleKeyDown = (event: KeyboardEvent, end: 'from' | 'to') => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -30, PageUp: 30 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const ms = end === 'from' ? window.fromMs : window.toMs
    onApply(withEnd(ruler, window, end, ms + step * DAY_MS))
  }
  return (
    <div className="dash-ruler-scale" ref={box}>
      <Ticks ruler={ruler} window={window} />
      <span className="dash-ruler-window" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
      {(['from', 'to'] as const).map((end) => (
        <button
          key={end}
          type="button"
          role="slider"
          className="dash-ruler-handle"
          style={{ left: `${(end === 'from' ? from : to) * 100}%` }}
          aria-label={end === 'from' ? t('Start of the window') : t('End of the window')}
          aria-valuemin={ruler.startMs}
          aria-valuemax={ruler.endMs}
          aria-valuenow={end === 'from' ? window.fromMs : window.toMs}
          aria-valuetext={dayLabel(end === 'from' ? window.fromMs : window.toMs)}
          data-tip={dayLabel(end === 'from' ? window.fromMs : window.toMs)}
          onPointerDown={(event) => handlePointerDown(event, end)}
          onKeyDown={(event) => handleKeyDown(event, end)}
        />
      ))}
      <div className="dash-ruler-labels" aria-hidden="true">
        {rulerLabels(ruler).map((label) => (
          <span key={label.atMs} style={{ left: `${shareAt(ruler, label.atMs) * 100}%` }}>
            {monthLabel(label.atMs, label.hasYear)}
          </span>
        ))}
      </div>
    </div>
  )
}

function Ticks({ ruler, window }: { ruler: Ruler; window: RulerWindow }) {
  const greatest = Math.max(1, ...ruler.buckets.map((bucket) => bucket.count))
  return (
    <svg
      className="dash-ruler-ticks"
      viewBox={`0 0 ${ruler.buckets.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ruler.buckets.map((bucket, index) => {
        const height = bucket.count / greatest
        const isIn = bucket.startMs >= window.fromMs && bucket.startMs < window.toMs
        return (
          <rect
            key={bucket.startMs}
            className={isIn ? 'on' : undefined}
            x={index + 0.15}
            y={1 - height}
            width={0.7}
            height={height}
          />
        )
      })}
    </svg>
  )
}

/** The window that the time filter stands for now. */
function useAppliedWindow(filter: NativeFilter, ruler: Ruler): RulerWindow {
  const { value } = useAppliedMask(filter).filterState
  const range = typeof value === 'string' ? value : ''
  const { data } = useQuery(timeRangeQuery(range, useTimeZone()))
  const result = Array.isArray(data?.result) ? data.result[0] : data?.result
  if (range === '' || !result) return windowOf(ruler, null, null)
  return windowOf(ruler, result.since || null, result.until || null)
}

/** The dataset that most of the charts ask that the filter reaches. */
function useTimeSource(filter: NativeFilter | undefined) {
  const dashboardId = useDashboard((state) => state.dashboardId)
  const charts = useContext(ChartsContext)
  const { data = [], isLoading } = useQuery({ ...dashboardDatasetsQuery(dashboardId), enabled: filter !== undefined })
  return { source: timeSource(data, [...charts.values()], filter?.chartsInScope ?? null), isLoading }
}

function isSame(one: RulerWindow, other: RulerWindow): boolean {
  return one.fromMs === other.fromMs && one.toMs === other.toMs
}

function monthLabel(ms: number, hasYear: boolean): string {
  const format = new Intl.DateTimeFormat(localeTag(), {
    month: 'short',
    ...(hasYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return format.format(ms)
}

function dayLabel(ms: number): string {
  return new Intl.DateTimeFormat(localeTag() === 'en' ? 'en-GB' : localeTag(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(ms)
}
