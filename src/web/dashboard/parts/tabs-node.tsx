import { type ReactNode, useContext } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { EditTabStrip } from '../edit/edit-tab-strip.tsx'
import { EditingContext } from '../edit/editing-context.ts'
import { EmptyPlace } from '../edit/empty-place.tsx'
import { TabBody } from '../edit/tab-body.tsx'
import { DEFAULT_TAB_TITLE, type LayoutItem } from '../model/layout.ts'
import { activeTabOf } from '../model/tabs.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useUrlState } from '../url-context.ts'
import { ItemFrame } from './item-frame.tsx'

/** A group of tabs; only the open one is drawn. */
export function TabsNode({ item, renderTab }: { item: LayoutItem; renderTab: (tabId: string) => ReactNode }) {
  const t = useText()
  const isEditing = useContext(EditingContext)
  const { hidesTabs } = useUrlState()
  const open = useDashboard((state) => activeTabOf(item, state.activeTabs))
  const openTab = useDashboard((state) => state.openTab)
  const layout = useDraft((draft) => draft.layout)
  const isTop = item.parents.length === 1
  const tabs = item.children.map((id) => ({ value: id, label: layout[id]?.meta.text || DEFAULT_TAB_TITLE }))
  return (
    <ItemFrame item={item} className={isTop ? 'dash-tabs dash-tabs-top' : 'dash-tabs'}>
      {isEditing ? (
        <EditTabStrip item={item} open={open} />
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
        <TabBody tabId={open}>
          {renderTab(open)}
          <EmptyPlace parentId={open} />
        </TabBody>
      )}
    </ItemFrame>
  )
}
