import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ExploredChart, findExplored } from '../../../charts/explored.ts'
import { type ChartState, useChart } from '../../data/chart-data.ts'
import type { EChartsType } from '../../data/chart-echarts.ts'
import { ChartView } from '../../data/chart-view.tsx'
import { useServerPage } from '../../data/use-server-page.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { EmptyState, ErrorBoundary } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../explore.module.css'
import { maxRows } from '../max-rows.ts'
import { isStale } from '../model/explore-state.ts'
import { type FieldProblem, problemsOf } from '../model/validation.ts'
import { useExplore } from '../store.ts'
import { CanvasBar } from './canvas-bar.tsx'
import { ResultsPanel } from './results-panel.tsx'

const RESULTS_PX = 260
/** On a low or zoomed page the rows give way to the chart. */
const RESULTS_SHARE = 0.29

/** The picture, what it took, and the rows below it. */
export function Canvas({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useText()
  const [resultsPx, setResultsPx] = useState(() => Math.round(Math.min(RESULTS_PX, window.innerHeight * RESULTS_SHARE)))
  const [isWhole, setWhole] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const picture = useRef<EChartsType | null>(null)
  const asked = useExplore((store) => store.state.asked)
  const name = useExplore((store) => store.name)
  const titles = useExplore((store) => store.dataset.verbose_map)
  const chart = findExplored(String(asked.viz_type ?? ''))
  const problems = chart === null ? [] : problemsOf(asked, chart, maxRows())
  const [paged, setPage] = useServerPage(asked, null)
  const { state, annotations, refresh, stop } = useChart({
    formData: paged,
    enabled: chart !== null && problems.length === 0,
  })
  useRepeats(refresh)
  const view = (
    <section className={styles.canvas} aria-label={t('Chart')}>
      <CanvasBar
        state={state}
        asTable={asTable}
        isWhole={isWhole}
        onTable={setAsTable}
        onWhole={isReadOnly ? undefined : setWhole}
        onRefresh={() => refresh(true)}
        picture={picture}
      />
      <div className={styles.plot}>
        <Plot chart={chart} vizType={String(asked.viz_type ?? '–')} problems={problems}>
          <ErrorBoundary resetKey={asked}>
            <ChartView
              formData={paged}
              state={state}
              annotations={annotations}
              title={name || t('New chart')}
              asTable={asTable}
              {...(titles && { titles })}
              onPage={setPage}
              onRetry={() => refresh()}
              onStop={stop}
              onPicture={(made) => {
                picture.current = made
              }}
            />
          </ErrorBoundary>
        </Plot>
      </div>
      <StaleNote />
    </section>
  )
  if (isReadOnly || isWhole) return <div className={styles.canvasOnly}>{view}</div>
  return (
    <div className={styles.canvasOnly}>
      <SplitPane
        label={t('Height of the rows')}
        direction="column"
        measured="second"
        size={resultsPx}
        onSize={setResultsPx}
        min={36}
      >
        {view}
        <ErrorBoundary resetKey={state}>
          <ResultsPanel
            answer={answerOf(state)}
            datasource={String(asked.datasource ?? '')}
            isLoading={state.kind === 'loading'}
          />
        </ErrorBoundary>
      </SplitPane>
    </div>
  )
}

interface PlotProps {
  readonly chart: ExploredChart | null
  readonly vizType: string
  readonly problems: readonly FieldProblem[]
  readonly children: ReactNode
}

/** The picture, or why there is none to ask for. */
function Plot({ chart, vizType, problems, children }: PlotProps) {
  const t = useText()
  if (chart === null) return <EmptyState title={t('The chart type {{type}} is not drawn here', { type: vizType })} />
  return problems.length > 0 ? <Incomplete problems={problems} /> : children
}

/** Asks again when the same question is to be asked again. */
function useRepeats(refresh: () => void) {
  const repeats = useExplore((store) => store.state.repeats)
  const seen = useRef(repeats)
  useEffect(() => {
    if (seen.current === repeats) return
    seen.current = repeats
    refresh()
  }, [repeats, refresh])
}

function Incomplete({ problems }: { problems: readonly FieldProblem[] }) {
  const t = useText()
  return (
    <EmptyState title={t('The chart needs more settings')}>
      {problems.map(({ label, message, values = {} }) => `${t(label)} ${t(message, values)}`).join(', ')}
    </EmptyState>
  )
}

function StaleNote() {
  const t = useText()
  const isWaiting = useExplore((store) => isStale(store.state))
  const ask = useExplore((store) => store.ask)
  if (!isWaiting) return null
  return (
    <button type="button" className={styles.stale} onClick={ask}>
      {t('Settings were changed. Update chart')}
    </button>
  )
}

function answerOf(state: ChartState) {
  if (state.kind === 'ready') return state.answer
  return state.kind === 'loading' ? state.previous : null
}
