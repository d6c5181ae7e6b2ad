import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { Ring } from './progress.tsx'
import { revealRow, useRowWindow } from './row-window.ts'
import { type TreeRow, treeMove } from './tree-model.ts'

export interface TreeItem extends TreeRow {
  readonly icon?: ReactNode
  /** Small text at the right: a type, a count. */
  readonly hint?: ReactNode
  readonly isLoading?: boolean
  /** Buttons at the right, shown on the active row. */
  readonly actions?: ReactNode
  readonly tip?: string | undefined
}

interface VirtualTreeProps<T extends TreeItem> {
  label: string
  rows: readonly T[]
  selectedId?: string | null
  onToggle: (row: T) => void
  /** Enter or a press on the row. */
  onActivate: (row: T) => void
  onContextMenu?: (row: T, event: MouseEvent) => void
  /** Told which rows are drawn, in view and near it. */
  onDrawn?: (rows: readonly T[]) => void
}

const ROW_PX = 24
const INDENT_PX = 16

/** A tree given as flat rows; only those in view are drawn. */
export function VirtualTree<T extends TreeItem>(props: VirtualTreeProps<T>) {
  const { label, rows, selectedId, onToggle, onActivate, onContextMenu } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const view = useRowWindow(scroller, rows.length, ROW_PX)
  const drawnEnd = Math.min(view.end, rows.length)
  const handleDrawn = useEffectEvent((first: number, end: number) => props.onDrawn?.(rows.slice(first, end)))
  useEffect(() => handleDrawn(view.first, drawnEnd), [view.first, drawnEnd])
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  )
  const focusRow = (index: number) => {
    setActiveId(rows[index]?.id ?? null)
    if (scroller.current) revealRow(scroller.current, index, ROW_PX)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return
    const move = treeMove(rows, active, event.key)
    const row = rows[move?.index ?? -1]
    if (!move || !row) return
    event.preventDefault()
    if (move.move === 'focus') focusRow(move.index)
    else if (move.move === 'toggle') onToggle(row)
    else onActivate(row)
  }
  const activeRow = rows[active]
  return (
    <div
      ref={scroller}
      className="tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={activeRow ? `${id}-${activeRow.id}` : undefined}
      tabIndex={0}
      onKeyDown={handleKeyDown}
    >
      <div style={{ height: view.padTop }} />
      {rows.slice(view.first, view.end).map((row) => (
        <TreeLine
          key={row.id}
          id={`${id}-${row.id}`}
          row={row}
          isActive={row.id === activeRow?.id}
          isSelected={row.id === selectedId}
          onToggle={() => {
            setActiveId(row.id)
            onToggle(row)
          }}
          onActivate={() => {
            setActiveId(row.id)
            onActivate(row)
          }}
          onContextMenu={(event) => onContextMenu?.(row, event)}
        />
      ))}
      <div style={{ height: view.padBottom }} />
    </div>
  )
}

interface TreeLineProps {
  id: string
  row: TreeItem
  isActive: boolean
  isSelected: boolean
  onToggle: () => void
  onActivate: () => void
  onContextMenu: (event: MouseEvent) => void
}

function TreeLine({ id, row, isActive, isSelected, onToggle, onActivate, onContextMenu }: TreeLineProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.level + 1}
      aria-selected={isSelected}
      aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      aria-busy={row.isLoading || undefined}
      data-tip={row.tip}
      className={classNames('tr', isSelected && 'on', isActive && 'is-active')}
      style={{ paddingLeft: 4 + row.level * INDENT_PX }}
      onClick={onActivate}
      onContextMenu={onContextMenu}
    >
      {row.isExpandable ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a larger pointer target for what Right and Left do
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
        <span
          className="tree-toggle"
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          {row.isExpanded ? (
            <IconChevronDown className="s" aria-hidden />
          ) : (
            <IconChevronRight className="s" aria-hidden />
          )}
        </span>
      ) : (
        <span className="tree-toggle" />
      )}
      {row.icon}
      <span className="ell">{row.label}</span>
      {row.isLoading && <Ring />}
      <span className="end row g1">
        {row.hint}
        {row.actions && <span className="tree-actions">{row.actions}</span>}
      </span>
    </div>
  )
}
