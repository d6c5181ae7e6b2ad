import { useEffect, useMemo } from 'react'
import { Skeleton } from '../ui/progress.tsx'
import { SplitPane } from '../ui/split-pane.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { formatActive, runActive, stopActive } from './commands.ts'
import { CodeEditor, type ErrorMark } from './editor/code-editor.tsx'
import type { EditorHooks } from './editor/extensions.ts'
import { editorCatalog } from './editor-catalog.ts'
import { setCursor } from './model/editors.ts'
import { errorPlace, placeInTab } from './model/error-place.ts'
import { activeEditor, type EditorTab, type QueryRecord } from './model/state.ts'
import { SouthPane } from './results/south-pane.tsx'
import { change, editorStore, tabActions, useEditor } from './store.ts'
import { loadTab } from './sync-engine.ts'
import { Toolbar } from './toolbar/toolbar.tsx'
import { useContentHeight } from './use-content-height.ts'
import { codeView, forgetEstimate, useView, viewStore } from './view-store.ts'

const MIN_PANE_PX = 90

export function EditorPane() {
  const t = useText()
  const editor = useEditor(activeEditor)
  const [frame, height] = useContentHeight()
  if (editor === null) return null
  return (
    <section className="sql-pane" aria-label={editor.name}>
      <Toolbar editor={editor} />
      <div ref={frame} className="sql-split">
        <SplitPane
          direction="column"
          label={t('Height of the text')}
          size={Math.round((height * editor.northPercent) / 100)}
          min={MIN_PANE_PX}
          onSize={(size) => setNorth(editor, (size / height) * 100)}
        >
          {editor.loaded ? <Code editor={editor} /> : <Unloaded editorId={editor.id} />}
          <SouthPane editor={editor} />
        </SplitPane>
      </div>
    </section>
  )
}

function Unloaded({ editorId }: { editorId: string }) {
  const t = useText()
  const isFailed = useView((state) => state.failedTabs.includes(editorId))
  if (!isFailed) return <Skeleton lines={6} />
  return <FailedState title={t('An error occurred while fetching tab state')} onRetry={() => void loadTab(editorId)} />
}

const setNorth = (editor: EditorTab, percent: number) =>
  tabActions.set(editor.id, { northPercent: percent, southPercent: 100 - percent })

function Code({ editor }: { editor: EditorTab }) {
  const latest =
    useEditor((state) => (editor.latestQueryId === null ? null : state.queries[editor.latestQueryId])) ?? null
  const errors = useMemo(() => errorMarks(latest, editor.sql), [latest, editor.sql])
  const { id, autorun } = editor
  useEffect(() => {
    if (!autorun) return
    tabActions.set(id, { autorun: false })
    runActive('all')
  }, [id, autorun])
  return (
    <CodeEditor
      tabId={id}
      sql={editor.sql}
      cursorPosition={editor.cursorPosition}
      selectedText={editor.selectedText}
      hooks={hooks}
      errors={errors}
      onView={(view) => {
        codeView.current = view
      }}
    />
  )
}

/** The text that is shown is the active tab's; what is typed belongs to it. */
const hooks: EditorHooks = {
  onChange: (sql) => {
    const editor = activeEditor(editorStore.getState())
    if (editor === null || editor.sql === sql) return
    tabActions.setSql(editor.id, sql)
    forgetEstimate(editor.id)
  },
  onCursor: (cursor) => {
    viewStore.setState({ cursor })
    const { from, to } = cursor
    const sql = from === to ? null : (activeEditor(editorStore.getState())?.sql ?? null)
    change((state) => setCursor(state, to, sql?.slice(from, to) ?? null))
  },
  onRun: (mode) => runActive(mode),
  onFormat: () => void formatActive(),
  onStop: stopActive,
  catalog: () => editorCatalog(activeEditor(editorStore.getState())),
}

/** The error's place, as long as the text that failed still stands there. */
function errorMarks(query: QueryRecord | null, sql: string): readonly ErrorMark[] {
  if (query === null || (query.state !== 'failed' && query.state !== 'timed_out')) return []
  const from = query.sqlFrom ?? 0
  if (sql.slice(from, from + query.sql.length) !== query.sql) return []
  const place = errorPlace(query)
  if (place === null) return []
  const shown = placeInTab(place, sql, from)
  return [
    {
      from: shown.from,
      to: Math.max(shown.to, shown.from + 1),
      message: query.errors[0]?.message ?? query.errorMessage ?? '',
    },
  ]
}
