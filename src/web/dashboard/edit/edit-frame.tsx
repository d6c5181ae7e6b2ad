import { type CSSProperties, type MouseEvent, type ReactNode, useRef } from 'react'
import { GRID_UNIT_PX, type LayoutItem } from '../../../query/dashboard/layout.ts'
import { hasHeight, hasWidth, widthOf } from '../../../query/dashboard/widths.ts'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import { itemName } from '../model/item-name.ts'
import { useDashboard, useDraft } from '../store.ts'
import { DropLine } from './drop-line.tsx'
import { ItemToolbar } from './item-toolbar.tsx'
import { ResizeHandles } from './resize-handles.tsx'
import { useDraggable } from './use-draggable.ts'
import { useDropTarget } from './use-drop-target.ts'

interface EditFrameProps {
  item: LayoutItem
  className?: string | undefined
  style: CSSProperties
  children: ReactNode
}

/** An item that can be selected, moved and sized. */
export function EditFrame({ item, className, style, children }: EditFrameProps) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  const isTop = item.parents.length === 1
  const isSelected = useDashboard((state) => state.selectedId === item.id)
  const select = useDashboard((state) => state.select)
  const name = useDraft((draft) => itemName(draft.layout, item, t))
  const isDragging = useDraggable(ref, { dragged: { kind: 'existing', id: item.id }, label: name, isOn: !isTop })
  useDropTarget(ref, item.id, true)
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation()
    select(item.id)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a tile in a grid is no form fieldset
    // biome-ignore lint/a11y/useKeyWithClickEvents: focusing selects, and the canvas handles the keys
    <div
      ref={ref}
      id={item.id}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arranging by keyboard starts at the tile
      tabIndex={0}
      aria-label={name}
      aria-current={isSelected || undefined}
      className={classNames(
        'dash-item',
        'is-edited',
        isSelected && 'is-selected',
        isDragging && 'is-dragging',
        className,
      )}
      style={style}
      onClick={handleClick}
      onFocus={(event) => {
        if (event.target === event.currentTarget) select(item.id)
      }}
    >
      {children}
      <DropLine itemId={item.id} only={item.type === 'TABS' ? 'beside' : undefined} />
      {isSelected && (
        <>
          <ItemToolbar item={item} name={name} />
          <ResizeHandles item={item} frame={ref} />
          {hasWidth(item) && <span className="dash-size">{sizeLabel(item, t)}</span>}
        </>
      )}
    </div>
  )
}

function sizeLabel(item: LayoutItem, t: ReturnType<typeof useText>): string {
  const count = widthOf(item)
  if (!hasHeight(item)) return t('{{count}} column|{{count}} columns', { count })
  const height = (item.meta.height ?? 0) * GRID_UNIT_PX
  return t('{{count}} column × {{height}} px|{{count}} columns × {{height}} px', { count, height })
}
