import { IconChevronDown, IconHistory, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { IconButton } from '../ui/button.tsx'
import { formatAgo } from '../ui/format.ts'
import { Menu, MenuPanel } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { useText } from '../ui/text.ts'
import { isRunningLike } from './model/queries.ts'
import { activeTabId, allEditors, type EditorState, type EditorTab } from './model/state.ts'
import { tabActions, useEditor } from './store.ts'
import { loadTab, withWholeTab } from './sync-engine.ts'
import { openDialog, showEarlier } from './view-store.ts'

export function TabsBar() {
  const t = useText()
  const editors = useEditor(useShallow(allEditors))
  const active = useEditor(activeTabId)
  const [menuAt, setMenuAt] = useState<{ readonly id: string; readonly left: number; readonly top: number } | null>(
    null,
  )
  const isLoaded = editors.find((editor) => editor.id === active)?.loaded ?? true
  useEffect(() => {
    if (active !== null && !isLoaded) void loadTab(active)
  }, [active, isLoaded])
  const handleMenu = (id: string, event: MouseEvent) => {
    event.preventDefault()
    setMenuAt({ id, left: event.clientX, top: event.clientY })
  }
  return (
    <div className="ftabs sql-tabs">
      <div className="sql-tab-list" role="tablist" aria-label={t('Open queries')}>
        {editors.map((editor) => (
          <EditorTabButton key={editor.id} editor={editor} isActive={editor.id === active} onMenu={handleMenu} />
        ))}
      </div>
      <IconButton
        className="sql-add"
        label={t('New query')}
        keys="Alt+N"
        icon={<IconPlus aria-hidden />}
        onClick={() => tabActions.add()}
      />
      <span className="grow" />
      <ClosedTabs />
      <Menu
        trigger={<IconButton label={t('All tabs')} icon={<IconChevronDown aria-hidden />} />}
        placement="bottom-end"
        items={() =>
          editors.map((editor) => ({
            label: editor.name,
            checked: editor.id === active,
            onSelect: () => tabActions.switchTo(editor.id),
          }))
        }
      />
      {menuAt !== null && (
        <MenuPanel
          anchor={{ left: menuAt.left, top: menuAt.top, width: 0, height: 0 }}
          label={t('Tab')}
          items={tabMenu(menuAt.id, t)}
          onClose={() => setMenuAt(null)}
        />
      )}
    </div>
  )
}

const tabMenu = (id: string, t: ReturnType<typeof useText>): readonly MenuItem[] => [
  { label: t('Rename tab'), keys: 'F2', onSelect: () => openDialog({ kind: 'rename', editorId: id }) },
  { label: t('Clone tab'), onSelect: () => void withWholeTab(id, tabActions.clone) },
  { label: t('Earlier versions'), onSelect: () => void withWholeTab(id, showEarlier) },
  'divider',
  { label: t('Close tab'), keys: 'Alt+W', onSelect: () => tabActions.close(id) },
  { label: t('Close other tabs'), onSelect: () => tabActions.closeOthers(id) },
]

interface TabButtonProps {
  readonly editor: EditorTab
  readonly isActive: boolean
  readonly onMenu: (id: string, event: MouseEvent) => void
}

function EditorTabButton({ editor, isActive, onMenu }: TabButtonProps) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  const mark = useEditor((state) => tabMark(state, editor))
  // A mark or another name makes the tab wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark and the name are no values of it
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive, mark, editor.name])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      tabActions.step(event.key === 'ArrowRight' ? 1 : -1)
    } else if (event.key === 'Delete') tabActions.close(editor.id)
    else return
    event.preventDefault()
  }
  return (
    <div ref={ref} className={`ft${isActive ? ' on' : ''}`} role="presentation">
      <button
        type="button"
        role="tab"
        className="sql-tab"
        aria-selected={isActive}
        aria-keyshortcuts="Delete"
        tabIndex={isActive ? 0 : -1}
        title={editor.name}
        onClick={() => tabActions.switchTo(editor.id)}
        onDoubleClick={() => openDialog({ kind: 'rename', editorId: editor.id })}
        onAuxClick={(event) => {
          if (event.button === 1) tabActions.close(editor.id)
        }}
        onContextMenu={(event) => onMenu(editor.id, event)}
        onKeyDown={handleKey}
      >
        <TabMark mark={mark} />
        <span className="ell sql-tab-name">{editor.name}</span>
      </button>
      <button
        type="button"
        className="x"
        tabIndex={-1}
        aria-hidden="true"
        data-tip={t('Close {{name}}', { name: editor.name })}
        onClick={() => tabActions.close(editor.id)}
      >
        <IconX className="s" aria-hidden />
      </button>
    </div>
  )
}

type Mark = 'running' | 'failed' | 'done' | 'changed' | 'none'

function tabMark(state: EditorState, editor: EditorTab): Mark {
  const query = editor.latestQueryId === null ? undefined : state.queries[editor.latestQueryId]
  if (query !== undefined && isRunningLike(query.state)) return 'running'
  if (query?.state === 'failed' || query?.state === 'timed_out') return 'failed'
  if (editor.savedSql !== null && editor.savedSql !== editor.sql) return 'changed'
  return query?.state === 'success' ? 'done' : 'none'
}

function TabMark({ mark }: { mark: Mark }) {
  const t = useText()
  switch (mark) {
    case 'running':
      return <span className="ring sql-ring" role="img" aria-label={t('running')} />
    case 'failed':
      return <span className="dot d" role="img" aria-label={t('failed')} />
    case 'changed':
      return <span className="dot" role="img" aria-label={t('changed since it was saved')} />
    case 'done':
      return <span className="dot ok" role="img" aria-label={t('finished')} />
    case 'none':
      return null
  }
}

function ClosedTabs() {
  const t = useText()
  const closed = useEditor((state) => state.closedTabs)
  const items = (): readonly MenuItem[] =>
    closed.length === 0
      ? [{ heading: t('No tab was closed yet') }]
      : [
          { heading: t('Closed tabs') },
          ...closed.map((entry, place) => ({
            label: entry.editor.name,
            hint: formatAgo(entry.closedAt, Date.now()),
            onSelect: () => tabActions.reopen(place),
          })),
        ]
  return (
    <Menu
      trigger={<IconButton label={t('Reopen closed tab')} keys="Alt+Shift+T" icon={<IconHistory aria-hidden />} />}
      placement="bottom-end"
      items={items}
    />
  )
}
