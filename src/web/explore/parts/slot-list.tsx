import type { ReactNode } from 'react'
import type { Control } from '../../../charts/chart.ts'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { useDropTarget } from '../drag.ts'
import { takesField } from '../model/chart-form.ts'
import { moveItem } from '../model/metrics.ts'
import { useExplore } from '../store.ts'
import { Pill } from './pill.tsx'

export interface SlotFace {
  readonly sign: string
  readonly label: string
  readonly bad?: boolean
}

interface SlotListProps<T> {
  readonly control: Control
  readonly error: string | undefined
  readonly items: readonly T[]
  /** Holds several; otherwise a new item takes the place of the one there. */
  readonly isList: boolean
  readonly emptyText: string
  readonly editorPx: number
  keyOf(item: T): string
  faceOf(item: T): SlotFace
  write(items: readonly T[]): void
  /** The pop-over of one item, or of one to be added (null). */
  editor(item: T | null, apply: (next: T) => void, close: () => void): ReactNode
  add(item: T): void
}

/** Chosen items as pills, and a place to drop or pick the next. */
export function SlotList<T>(props: SlotListProps<T>) {
  const t = useText()
  const { control, error, items, isList, write, editorPx } = props
  const dropField = useExplore((store) => store.dropField)
  const { isOver, target } = useDropTarget(
    (field) => takesField(control, field),
    (field) => dropField(control, field),
  )
  const name = t(control.label)
  return (
    <div className={classNames(styles.control, isOver && styles.over)} {...target}>
      <span className="lbl">{name}</span>
      {items.map((item, index) => (
        <Slot
          key={props.keyOf(item)}
          face={props.faceOf(item)}
          editorPx={editorPx}
          onRemove={() => write(items.filter((_, at) => at !== index))}
          onMove={isList ? (step) => write(moveItem(items, index, index + step)) : undefined}
        >
          {(close) => props.editor(item, (next) => write(items.with(index, next)), close)}
        </Slot>
      ))}
      {(isList || items.length === 0) && (
        <Popover
          label={t('Add to {{name}}', { name })}
          placement="right-start"
          width={editorPx}
          trigger={
            <button
              type="button"
              className={classNames(styles.drop, error && styles.bad)}
              aria-label={t('Add to {{name}}', { name })}
            >
              {props.emptyText}
            </button>
          }
        >
          {(close) => props.editor(null, props.add, close)}
        </Popover>
      )}
      {error && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

interface SlotProps {
  readonly face: SlotFace
  readonly editorPx: number
  readonly children: (close: () => void) => ReactNode
  readonly onMove: ((step: -1 | 1) => void) | undefined
  onRemove(): void
}

function Slot({ face, editorPx, children, onRemove, onMove }: SlotProps) {
  const t = useText()
  return (
    <Popover
      label={t('Settings of {{name}}', { name: face.label })}
      placement="right-start"
      width={editorPx}
      trigger={<Pill {...face} onRemove={onRemove} onMove={onMove} />}
    >
      {children}
    </Popover>
  )
}
