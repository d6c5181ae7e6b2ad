import { useEffect, useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { useDashboard, useDraft } from '../store.ts'
import { ChartList } from './chart-list.tsx'
import { PaletteElements } from './palette-elements.tsx'
import { SelectedPanel } from './selected-panel.tsx'

type Panel = 'add' | 'selected'

/** What can be put on a dashboard, and what the selected item is. */
export function Palette() {
  const t = useText()
  const [panel, setPanel] = useState<Panel>('add')
  const selectedId = useDashboard((state) => state.selectedId)
  const isText = useDraft((draft) => selectedId !== null && draft.layout[selectedId]?.type === 'MARKDOWN')
  useEffect(() => {
    if (isText) setPanel('selected')
  }, [isText])
  return (
    <aside className="dash-palette" aria-label={t('Add to the dashboard')}>
      <Tabs
        label={t('Panel')}
        className="dash-palette-tabs"
        value={panel}
        onChange={setPanel}
        tabs={[
          { value: 'add', label: t('Add') },
          { value: 'selected', label: t('Selected') },
        ]}
      />
      {panel === 'add' ? (
        <>
          <PaletteElements />
          <ChartList />
          <p className="t1 c3 dash-palette-foot">{t('Drag, or press Enter to add at the selection')}</p>
        </>
      ) : (
        <SelectedPanel id={selectedId} />
      )}
    </aside>
  )
}
