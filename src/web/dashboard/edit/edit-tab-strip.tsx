import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef } from 'react'
import { DEFAULT_TAB_TITLE, type LayoutItem } from '../../../query/dashboard/layout.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import { drop } from '../model/drop.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { removeItem } from './canvas-keys.ts'
import { DropLine } from './drop-line.tsx'
import { EditableText } from './editable-text.tsx'
import { makeId, reportOutcome } from './layout-actions.ts'
import { useDraggable } from './use-draggable.ts'
import { useDropTarget } from './use-drop-target.ts'

/** Tabs that can be named, ordered, added and removed. */
export function EditTabStrip({ item, open }: { item: LayoutItem; open: string | null }) {
  const t = useText()
  const store = useDashboardStore()
  const handleAdd = () => {
    const { history, openTab } = store.getState()
    const { layout, metadata } = history.present
    const place = { parentId: item.id, index: layout[item.id]?.children.length ?? 0 }
    const dragged = { kind: 'new', item: { type: 'TAB' } } as const
    const outcome = drop(layout, dragged, place, { makeId, filters: metadata.filters })
    reportOutcome(store, outcome)
    if (outcome.kind !== 'changed') return
    openTab(item.id, outcome.id)
    nameTab(outcome.id)
  }
  return (
    <div className="tabs dash-tab-strip" role="toolbar" aria-label={t('Tabs')}>
      {item.children.map((id) => (
        <EditTab key={id} id={id} tabsId={item.id} isOpen={id === open} isLast={item.children.length === 1} />
      ))}
      <span className="dash-strip-end">
        <DropLine itemId={item.id} only="inside" />
      </span>
      <button type="button" className="c3" onClick={handleAdd}>
        <IconPlus className="s" aria-hidden />
        {t('Tab')}
      </button>
    </div>
  )
}

/** A tab that was made is there to be named. */
function nameTab(id: string): void {
  requestAnimationFrame(() => {
    const tab = document.querySelector(`[data-tab="${id}"]`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
    tab?.querySelector('input')?.focus({ preventScroll: true })
  })
}

function EditTab(props: { id: string; tabsId: string; isOpen: boolean; isLast: boolean }) {
  const { id, tabsId, isOpen, isLast } = props
  const t = useText()
  const store = useDashboardStore()
  const ref = useRef<HTMLDivElement>(null)
  const item = useDraft((draft) => draft.layout[id])
  const openTab = useDashboard((state) => state.openTab)
  const name = item?.meta.text || DEFAULT_TAB_TITLE
  useDraggable(ref, { dragged: { kind: 'existing', id }, label: name })
  useDropTarget(ref, id, true)
  const opener = useOpenedByDrag(() => openTab(tabsId, id))
  if (!item) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field inside takes the focus and its keys open the tab
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={ref}
      data-tab={id}
      className={classNames('dash-tab', isOpen && 'on')}
      onClick={() => openTab(tabsId, id)}
      {...opener}
    >
      <EditableText
        item={item}
        field="text"
        text={item.meta.text ?? ''}
        placeholder={t(DEFAULT_TAB_TITLE)}
        onOpen={isOpen ? null : () => openTab(tabsId, id)}
      />
      {isOpen && (
        <>
          <IconGripVertical className="s c3" aria-hidden />
          <IconButton
            label={isLast ? t('Remove the tabs') : t('Remove {{name}}', { name })}
            size="sm"
            icon={<IconX className="s" aria-hidden />}
            onClick={(event) => {
              event.stopPropagation()
              removeItem(store, isLast ? tabsId : id)
            }}
          />
        </>
      )}
      <DropLine itemId={id} only={isOpen ? 'beside' : undefined} />
    </div>
  )
}

const REST_MS = 400

/** Opens what a drag rests on, so that it can be dropped inside. */
function useOpenedByDrag(open: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onDragEnter: () => {
      timer.current ??= setTimeout(open, REST_MS)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) forget()
    },
    onDrop: forget,
  }
}
