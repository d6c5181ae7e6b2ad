import './results.css'
import { IconChartHistogram, IconHistory, IconLayoutSidebarRight, IconTable, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { mayMakeCharts } from '../../app/places.ts'
import { IconButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/marks.tsx'
import { partAhead } from '../../ui/part-ahead.tsx'
import { ErrorBoundary } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import type { EditorTab, TableEntry } from '../model/state.ts'
import { useEditor } from '../store.ts'
import { useView, viewStore } from '../view-store.ts'
import { PreviewView } from './preview-view.tsx'
import { closePreview, previewTabId } from './previews.ts'
import { QueryView } from './query-view.tsx'
import { ResultActionsPlace } from './result-actions-place.ts'
import { CHART, RESULTS, RUNS, showSouthTab, TabButton } from './result-tab.tsx'
import { RunsView } from './runs-view.tsx'
import { StatementTabs } from './statement-tabs.tsx'

const { part: QuickChart } = partAhead(() =>
  import('./quick-chart/quick-chart.tsx').then((module) => module.QuickChart),
)

export function SouthPane({ editor }: { editor: EditorTab }) {
  const t = useText()
  const query = useEditor((state) =>
    editor.latestQueryId === null ? null : (state.queries[editor.latestQueryId] ?? null),
  )
  const active = useEditor((state) => state.activeSouthPaneTab)
  const offline = useEditor((state) => state.offline)
  const previews = useEditor(
    useShallow((state) =>
      state.tables.filter((table) => table.queryEditorId === editor.id && table.dataPreviewQueryId !== null),
    ),
  )
  const preview = previews.find((table) => previewTabId(table) === active) ?? null
  const canChart = query !== null && mayMakeCharts()
  const isOther = preview !== null || active === RUNS || (active === CHART && canChart)
  const shown = isOther ? active : RESULTS
  const isExplorerOpen = useView((state) => state.isExplorerOpen)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  return (
    <section className="sql-results" aria-label={t('Results')}>
      <div className="sql-result-tabs">
        <div className="tabs" role="tablist" aria-label={t('Results')}>
          <StatementTabs query={query} isShown={shown === RESULTS} />
          {previews.map((table) => (
            <PreviewTab key={table.id} table={table} isShown={table === preview} />
          ))}
          {canChart && (
            <TabButton isShown={shown === CHART} onShow={() => showSouthTab(CHART)}>
              <IconChartHistogram className="s" aria-hidden />
              {t('Chart')}
            </TabButton>
          )}
          <TabButton isShown={shown === RUNS} onShow={() => showSouthTab(RUNS)}>
            <IconHistory className="s" aria-hidden />
            {t('Runs')}
          </TabButton>
        </div>
        <div ref={setActions} className="sql-result-actions" />
        {offline && <Badge tone="warn">{t('Offline')}</Badge>}
        <IconButton
          size="sm"
          label={t('Column explorer')}
          active={isExplorerOpen}
          icon={<IconLayoutSidebarRight aria-hidden />}
          onClick={() => viewStore.setState({ isExplorerOpen: !isExplorerOpen })}
        />
      </div>
      <ErrorBoundary resetKey={`${query?.id}${shown}`}>
        <ResultActionsPlace.Provider value={actions}>
          {shown === RUNS && <RunsView editor={editor} />}
          {shown === RESULTS && <QueryView editor={editor} query={query} />}
          {shown === CHART && query !== null && <QuickChart editor={editor} query={query} />}
          {preview !== null && <PreviewView editor={editor} table={preview} />}
        </ResultActionsPlace.Provider>
      </ErrorBoundary>
    </section>
  )
}

function PreviewTab({ table, isShown }: { table: TableEntry; isShown: boolean }) {
  const t = useText()
  return (
    <span className="sql-preview-tab">
      <TabButton
        isShown={isShown}
        onShow={() => showSouthTab(previewTabId(table))}
        onRemove={() => closePreview(table)}
      >
        <IconTable className="s" aria-hidden />
        <span className="ell sql-tab-label" title={table.name}>
          {table.name}
        </span>
      </TabButton>
      <button
        type="button"
        className="x"
        tabIndex={-1}
        aria-hidden="true"
        data-tip={t('Close {{name}}', { name: table.name })}
        onClick={() => closePreview(table)}
      >
        <IconX className="s" aria-hidden />
      </button>
    </span>
  )
}
