import './results.css'
import { IconHistory, IconLayoutSidebarRight, IconTable, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { IconButton } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Badge } from '../../ui/marks.tsx'
import { ErrorBoundary } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import type { EditorTab, QueryRecord, TableEntry } from '../model/state.ts'
import { type StatementResult, shownStatement, statementResults } from '../model/statement-results.ts'
import { change, useEditor } from '../store.ts'
import { useView, viewStore } from '../view-store.ts'
import { PreviewView } from './preview-view.tsx'
import { closePreview, previewTabId } from './previews.ts'
import { QueryView } from './query-view.tsx'
import { ResultActionsPlace } from './result-actions-place.ts'
import { RunsView } from './runs-view.tsx'

const RUNS = 'Runs'
const RESULTS = 'Results'

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
  const shown = preview === null && active !== RUNS ? RESULTS : active
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
          <TabButton isShown={shown === RUNS} onShow={() => show(RUNS)}>
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
          {preview !== null && <PreviewView editor={editor} table={preview} />}
        </ResultActionsPlace.Provider>
      </ErrorBoundary>
    </section>
  )
}

const show = (activeSouthPaneTab: string) => change((state) => ({ ...state, activeSouthPaneTab }))

/** A tab for each statement of the run; the user's choice stays until the next run. */
function StatementTabs({ query, isShown }: { query: QueryRecord | null; isShown: boolean }) {
  const t = useText()
  const chosen = useView((state) => (query === null ? undefined : state.shownStatements[query.id]))
  if (query === null) {
    return (
      <TabButton isShown={isShown} onShow={() => show(RESULTS)}>
        {t('Results')}
      </TabButton>
    )
  }
  const results = statementResults(query)
  const current = chosen ?? shownStatement(results)
  return results.map((result, place) => (
    <TabButton
      // biome-ignore lint/suspicious/noArrayIndexKey: a statement is its place in the run
      key={place}
      isShown={isShown && place === current}
      onShow={() => {
        show(RESULTS)
        viewStore.setState((state) => ({ shownStatements: { ...state.shownStatements, [query.id]: place } }))
      }}
    >
      <StatementMark result={result} />
      {place + 1} {result.label}
      <span className="c3 sql-light">{statementNote(result, t)}</span>
    </TabButton>
  ))
}

function statementNote(result: StatementResult, t: ReturnType<typeof useText>): string {
  switch (result.state) {
    case 'failed':
      return t('failed')
    case 'timed_out':
      return t('timed out')
    case 'stopped':
      return t('stopped')
    case 'success':
      return result.rows === null ? t('done') : rowsText(result.rows, t)
    case 'running':
    case 'started':
    case 'fetching':
      return result.rows === null ? t('running') : rowsText(result.rows, t)
    case 'pending':
    case 'scheduled':
      return t('waiting')
  }
}

const rowsText = (rows: number, t: ReturnType<typeof useText>): string =>
  rows === 1 ? t('1 row') : t('{{rows}} rows', { rows: formatCount(rows) })

function StatementMark({ result }: { result: StatementResult }) {
  if (result.state === 'failed' || result.state === 'timed_out') return <span className="dot d" aria-hidden="true" />
  if (result.state === 'success') return <span className="dot ok" aria-hidden="true" />
  if (result.state === 'running' || result.state === 'fetching')
    return <span className="ring sql-ring" aria-hidden="true" />
  return <span className="dot" aria-hidden="true" />
}

function PreviewTab({ table, isShown }: { table: TableEntry; isShown: boolean }) {
  const t = useText()
  return (
    <span className="sql-preview-tab">
      <TabButton isShown={isShown} onShow={() => show(previewTabId(table))}>
        <IconTable className="s" aria-hidden />
        {table.name}
      </TabButton>
      <button
        type="button"
        className="x"
        aria-label={t('Close {{name}}', { name: table.name })}
        onClick={() => closePreview(table)}
      >
        <IconX className="s" aria-hidden />
      </button>
    </span>
  )
}

interface TabButtonProps {
  readonly isShown: boolean
  readonly onShow: () => void
  readonly children: React.ReactNode
}

function TabButton({ isShown, onShow, children }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isShown}
      className={`sql-result-tab${isShown ? ' on' : ''}`}
      onClick={onShow}
    >
      {children}
    </button>
  )
}
