import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { GRID_ID, type LayoutItem, ROOT_ID, topLevelTabs } from '../../../query/dashboard/layout.ts'
import { useText } from '../../ui/text.ts'
import { type Dragged, drop } from '../model/drop.ts'
import { bestHint } from '../model/drop-zone.ts'
import { EditingContext, type EditingParts } from '../parts/editing.ts'
import { LayoutNode, NodeList } from '../parts/layout-node.tsx'
import { type DashboardStore, useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { handleCanvasKey } from './canvas-keys.ts'
import { isDragData, targetIdOf } from './drag-data.ts'
import { DropLine } from './drop-line.tsx'
import { EditFrame } from './edit-frame.tsx'
import { EditTabBody } from './edit-tab-body.tsx'
import { EditTabStrip } from './edit-tab-strip.tsx'
import { EditableText } from './editable-text.tsx'
import { EmptyPlace } from './empty-place.tsx'
import { makeId, placeDrawable, reportOutcome } from './layout-actions.ts'
import { useDropTarget } from './use-drop-target.ts'

const PARTS: EditingParts = {
  Frame: EditFrame,
  TabStrip: EditTabStrip,
  TabBody: EditTabBody,
  EmptyPlace,
  Heading: HeadingText,
}

/** The tiles while they are arranged: column guides, drop lines, keys. */
export function EditCanvas() {
  const t = useText()
  const store = useDashboardStore()
  const tabs = useDraft((draft) => topLevelTabs(draft.layout)?.id ?? null)
  const select = useDashboard((state) => state.select)
  useDragMonitor(store)
  const handleKeyDown = (event: KeyboardEvent) => handleCanvasKey(event, store)
  return (
    <EditingContext value={PARTS}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the items inside take the focus; keys and presses bubble here */}
      <div className="dash-edit" onKeyDown={handleKeyDown} onClick={() => select(null)}>
        <div className="dash-guides" aria-hidden="true">
          {Array.from({ length: 12 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
            <i key={index} />
          ))}
        </div>
        <p className="sr">{t('Arrow keys move the selected tile, Shift and arrow keys size it, Delete removes it.')}</p>
        {tabs === null && <TopTabsPlace />}
        {tabs === null ? <EditGrid /> : <LayoutNode id={tabs} />}
      </div>
    </EditingContext>
  )
}

function EditGrid() {
  const ref = useRef<HTMLDivElement>(null)
  useDropTarget(ref, GRID_ID, true)
  return (
    <div ref={ref} className="dash-grid dash-edit-grid">
      <NodeList parentId={GRID_ID} />
      <EmptyPlace parentId={GRID_ID} />
      <DropLine itemId={GRID_ID} />
    </div>
  )
}

/** Tabs dropped here take in the whole dashboard. */
function TopTabsPlace() {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  useDropTarget(ref, ROOT_ID, true)
  return (
    <div ref={ref} className="dash-top-place">
      <span className="t1 c3">{t('Tabs dropped here hold the whole dashboard')}</span>
      <DropLine itemId={ROOT_ID} />
    </div>
  )
}

function useDragMonitor(store: DashboardStore): void {
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => isDragData(source.data),
        onDragStart: ({ source }) => {
          document.documentElement.dataset.dragging = isTabs(source.data) ? 'tabs' : 'item'
        },
        onDrag: ({ source, location }) => {
          if (!isDragData(source.data)) return
          const { layout } = store.getState().history.present
          const { clientX, clientY } = location.current.input
          const targets = location.current.dropTargets.flatMap(({ data, element }) => {
            const itemId = targetIdOf(data)
            if (itemId === null) return []
            const box = element.getBoundingClientRect()
            const pointer = { x: clientX - box.left, y: clientY - box.top, width: box.width, height: box.height }
            return [{ itemId, pointer }]
          })
          const hint = bestHint(layout, source.data.dragged, targets)
          if (!isSameHint(store.getState().hint, hint)) store.getState().showHint(hint)
        },
        onDrop: ({ source }) => {
          delete document.documentElement.dataset.dragging
          const { hint, showHint } = store.getState()
          showHint(null)
          if (hint?.place && isDragData(source.data)) void dropDrawable(store, source.data.dragged, hint.place)
        },
      }),
    [store],
  )
}

async function dropDrawable(store: DashboardStore, dragged: Dragged, place: { parentId: string; index: number }) {
  const put = () => dropAt(store, dragged, place)
  if (dragged.kind === 'new') await placeDrawable(dragged.item, put)
  else put()
}

function dropAt(store: DashboardStore, dragged: Dragged, place: { parentId: string; index: number }): void {
  const { history } = store.getState()
  const { layout, metadata } = history.present
  const outcome = drop(layout, dragged, place, { makeId, filters: metadata.filters })
  reportOutcome(store, outcome)
  if (outcome.kind === 'changed' && layout[place.parentId]?.type === 'TABS') store.getState().reveal(outcome.id)
}

function isTabs(data: Record<string | symbol, unknown>): boolean {
  return isDragData(data) && data.dragged.kind === 'new' && data.dragged.item.type === 'TABS'
}

function isSameHint(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function HeadingText({ item }: { item: LayoutItem }) {
  return <EditableText item={item} field="text" text={item.meta.text ?? ''} />
}
