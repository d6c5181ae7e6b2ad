import type { ReactNode } from 'react'
import { DEFAULT_TAB_TITLE, type LayoutItem } from '../../../query/dashboard/layout.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { activeTabOf } from '../model/tabs.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useUrlState } from '../url-context.ts'
import { useEditing } from './editing.ts'
import { ItemFrame } from './item-frame.tsx'

const LONG_TITLE = 40

/** A group of tabs; only the open one is drawn. */
export function TabsNode({ item, renderTab }: { item: LayoutItem; renderTab: (tabId: string) => ReactNode }) {
  const t = useText()
  const editing = useEditing()
  const { hidesTabs } = useUrlState()
  const open = useDashboard((state) => activeTabOf(item, state.activeTabs))
  const openTab = useDashboard((state) => state.openTab)
  const layout = useDraft((draft) => draft.layout)
  const Body = editing?.TabBody ?? TabPanel
  const isTop = item.parents.length === 1
  const tabs = item.children.map((id) => {
    const title = layout[id]?.meta.text || DEFAULT_TAB_TITLE
    const isLong = title.length > LONG_TITLE
    return {
      value: id,
      label: (
        <span className="ell dash-tab-label" data-tip={isLong ? title : undefined}>
          {title}
        </span>
      ),
    }
  })
  return (
    <ItemFrame item={item} className={isTop ? 'dash-tabs dash-tabs-top' : 'dash-tabs'}>
      {editing ? (
        <editing.TabStrip item={item} open={open} />
      ) : (
        !hidesTabs && (
          <Tabs
            label={t('Tabs')}
            className="dash-tab-strip"
            value={open ?? ''}
            onChange={(tabId) => openTab(item.id, tabId)}
            tabs={tabs}
            panelId={(tabId) => `${tabId}-panel`}
          />
        )
      )}
      {open !== null && (
        <Body tabId={open}>
          {renderTab(open)}
          {editing && <editing.EmptyPlace parentId={open} />}
        </Body>
      )}
    </ItemFrame>
  )
}

function TabPanel({ tabId, children }: { tabId: string; children: ReactNode }) {
  return (
    <div id={`${tabId}-panel`} role="tabpanel" className="dash-grid dash-tab-body">
      <span id={tabId} className="dash-anchor" />
      {children}
    </div>
  )
}
