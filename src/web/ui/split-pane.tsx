import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

interface SplitPaneProps {
  /** Names the handle: "Width of the schema browser". */
  label: string
  /** row: side by side; column: one above the other. */
  direction: 'row' | 'column'
  /** Pixels of the measured pane. Kept by the caller, who may store it. */
  size: number
  onSize: (size: number) => void
  min?: number
  max?: number
  /** Which pane is measured; the other takes the rest. */
  measured?: 'first' | 'second'
  children: readonly [first: ReactNode, second: ReactNode]
}

const MIN_PX = 120
const STEP_PX = 16
const LEAP_PX = 64
/** The unmeasured pane keeps at least this much. */
const REST_PX = 160

/** Two panes with a handle between them, moved by pointer or arrow keys. */
export function SplitPane(props: SplitPaneProps) {
  const { label, direction, size, onSize, min = MIN_PX, max = Number.POSITIVE_INFINITY, measured = 'first' } = props
  const frame = useRef<HTMLDivElement>(null)
  const [isDragging, setDragging] = useState(false)
  const isRow = direction === 'row'
  const resize = (next: number) => {
    const whole = isRow ? frame.current?.clientWidth : frame.current?.clientHeight
    const most = Math.max(min, Math.min(max, (whole ?? Number.POSITIVE_INFINITY) - REST_PX))
    onSize(Math.round(Math.min(most, Math.max(min, next))))
  }
  const handleMove = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!isDragging || !box) return
    const fromStart = isRow ? event.clientX - box.left : event.clientY - box.top
    resize(measured === 'first' ? fromStart : (isRow ? box.width : box.height) - fromStart)
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = sizeForKey(event.key, { size, isRow, measured, step: event.shiftKey ? LEAP_PX : STEP_PX, min, max })
    if (next === null) return
    event.preventDefault()
    resize(next)
  }
  const [first, second] = props.children
  const fixed = { flex: `0 1 ${size}px` }
  return (
    <div ref={frame} className={classNames('split-pane', `split-${direction}`, isDragging && 'is-dragging')}>
      <div className="pane" style={measured === 'first' ? fixed : undefined}>
        {first}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator with a value, which hr cannot be */}
      <div
        role="separator"
        aria-label={label}
        aria-orientation={isRow ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(size)}
        aria-valuemin={min}
        aria-valuemax={Number.isFinite(max) ? max : undefined}
        tabIndex={0}
        className="splitter"
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
        }}
        onPointerMove={handleMove}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
      />
      <div className="pane" style={measured === 'second' ? fixed : undefined}>
        {second}
      </div>
    </div>
  )
}

interface KeyContext {
  readonly size: number
  readonly isRow: boolean
  readonly measured: 'first' | 'second'
  readonly step: number
  readonly min: number
  readonly max: number
}

function sizeForKey(key: string, context: KeyContext): number | null {
  const { size, isRow, measured, step, min, max } = context
  const towardsEnd = isRow ? 'ArrowRight' : 'ArrowDown'
  const towardsStart = isRow ? 'ArrowLeft' : 'ArrowUp'
  const sign = measured === 'first' ? 1 : -1
  if (key === towardsEnd) return size + sign * step
  if (key === towardsStart) return size - sign * step
  if (key === 'Home') return min
  if (key === 'End') return max
  return null
}
