import './sql-editor.css'
import { useEffect, useState } from 'react'
import { ForbiddenPage } from '../app/problem-pages.tsx'
import { HttpError } from '../data/http.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { SplitPane } from '../ui/split-pane.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { useViewport } from '../ui/viewport.ts'
import { messageOf } from './commands.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import { EditorPane } from './editor-pane.tsx'
import { activeEditor, activeTabId } from './model/state.ts'
import { PhoneView } from './phone-view.tsx'
import { startEditor } from './start.ts'
import { StatusBar } from './status-bar.tsx'
import { tabActions, useEditor } from './store.ts'
import { TabsBar } from './tabs-bar.tsx'
import { TreePane } from './tree/tree-pane.tsx'
import { useEditorCommands } from './use-editor-commands.ts'
import { useView, viewStore } from './view-store.ts'

/** Only one page may run the engine at a time, also while React mounts twice. */
let running: Promise<() => void> | null = null

export function SqlEditorScreen() {
  const t = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isStarted, setStarted] = useState(false)
  const isPhone = useViewport() === 'phone'
  // biome-ignore lint/correctness/useExhaustiveDependencies: started again when the user asks for it
  useEffect(() => {
    const before = running?.then((end) => end()) ?? Promise.resolve()
    const started = before.then(() => startEditor(setFailure))
    running = started
    void started.then(() => setStarted(true))
    return () => {
      void started.then((end) => {
        if (running === started) running = null
        end()
      })
    }
  }, [attempt])
  useEditorCommands()
  const hasTabs = useEditor((state) => state.queryEditors.length > 0)
  if (failure instanceof HttpError && failure.status === 403) return <ForbiddenPage />
  if (isPhone) return <PhoneView />
  if (failure !== null && !hasTabs) {
    const retry = () => {
      setFailure(null)
      setAttempt(attempt + 1)
    }
    return (
      <main className="main">
        <FailedState centred isPage title={t('The editor could not be opened')} onRetry={retry}>
          {messageOf(failure)}
        </FailedState>
      </main>
    )
  }
  return <Workbench isStarted={isStarted} />
}

const MIN_TREE_PX = 180
const MAX_TREE_PX = 520

function Workbench({ isStarted }: { isStarted: boolean }) {
  const t = useText()
  const id = useEditor(activeTabId)
  const treeWidth = useView((state) => state.treeWidth)
  const isTreeHidden = useEditor((state) => activeEditor(state)?.hideLeftBar === true)
  const nothing = isStarted ? <NoTabs /> : <Opening />
  const pane = id === null ? nothing : <EditorPane />
  return (
    <main className="main sql-screen">
      <h1 className="sr">{t('SQL editor')}</h1>
      <TabsBar />
      <div className="sql-work">
        {isTreeHidden ? (
          pane
        ) : (
          <SplitPane
            direction="row"
            label={t('Width of the tables')}
            size={treeWidth}
            min={MIN_TREE_PX}
            max={MAX_TREE_PX}
            onSize={(size) => viewStore.setState({ treeWidth: size })}
          >
            <TreePane />
            {pane}
          </SplitPane>
        )}
      </div>
      <StatusBar />
      <Dialogs />
    </main>
  )
}

const Opening = () => (
  <div className="sql-opening">
    <Skeleton lines={5} />
  </div>
)

function NoTabs() {
  const t = useText()
  return (
    <EmptyState
      centred
      title={t('No query is open')}
      action={
        <Button variant="primary" onClick={() => tabActions.add()}>
          {t('New query')}
        </Button>
      }
    >
      {t('Open one to write SQL. Closed tabs can be brought back from the list at the top right.')}
    </EmptyState>
  )
}
