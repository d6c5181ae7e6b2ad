import { IconChartHistogram, IconDeviceFloppy, IconDots, IconIndentIncrease } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { mayMakeCharts } from '../../app/places.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-item.ts'
import { Staff } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import { estimateActive, formatActive, shareActive, toggleTables } from '../commands.ts'
import { plainMessage } from '../model/failure-texts.ts'
import { isRunningLike } from '../model/queries.ts'
import type { EditorTab, QueryRecord, RunState } from '../model/state.ts'
import { templateParamCount } from '../model/template-params.ts'
import { CHART, showSouthTab } from '../results/result-tab.tsx'
import { saveActive } from '../save-query.ts'
import { pageSettings } from '../settings.ts'
import { tabActions, useEditor } from '../store.ts'
import { openDialog, useView, viewStore } from '../view-store.ts'
import { whyNoEstimate } from '../why-not.ts'
import { CatalogChoice, LimitChoice, SchemaChoice } from './choices.tsx'
import { keepFocus } from './keep-focus.ts'
import { RunOrStop } from './run-or-stop.tsx'

export function Toolbar({ editor }: { editor: EditorTab }) {
  const t = useText()
  const latest =
    useEditor((state) => (editor.latestQueryId === null ? null : state.queries[editor.latestQueryId])) ?? null
  const isRunning = latest !== null && isRunningLike(latest.state)
  if (!editor.loaded) return <div className="tool" />
  return (
    <div className="tool" role="toolbar" aria-label={t('Query')}>
      <RunOrStop editor={editor} isRunning={isRunning} />
      <CatalogChoice editor={editor} />
      <SchemaChoice editor={editor} />
      <LimitChoice editor={editor} />
      <ParamsChip editor={editor} />
      {isRunning && <Progress query={latest} />}
      <span className="grow" />
      {!isRunning && <Estimate editorId={editor.id} />}
      <IconButton
        label={t('Format SQL')}
        keys="Mod+Shift+F"
        icon={<IconIndentIncrease aria-hidden />}
        onMouseDown={keepFocus}
        onClick={() => void formatActive()}
      />
      {mayMakeCharts() && <ChartButton latest={latest} />}
      <Button icon={<IconDeviceFloppy aria-hidden />} onClick={saveActive}>
        {editor.remoteId === null ? t('Save') : t('Update')}
      </Button>
      <Menu
        trigger={<IconButton label={t('More')} icon={<IconDots aria-hidden />} />}
        placement="bottom-end"
        items={() => moreItems(editor, latest?.state === 'success', t)}
      />
    </div>
  )
}

function ParamsChip({ editor }: { editor: EditorTab }) {
  const t = useText()
  const count = templateParamCount(editor.templateParams)
  if (count === 0) return null
  return (
    <Button className="sql-value" onClick={() => openDialog({ kind: 'templateParams' })}>
      <span className="c3">{t('Parameters')}</span>
      <span className="b">{count}</span>
    </Button>
  )
}

/** Elapsed time, ticking while the query runs. */
function useElapsed(query: QueryRecord): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - query.startDttm)
}

const STEPS: Partial<Record<RunState, string>> = { pending: 'Waiting', scheduled: 'Waiting', fetching: 'Fetching' }

function Progress({ query }: { query: QueryRecord }) {
  const t = useText()
  const elapsed = useElapsed(query)
  const step = typeof query.extra.progress === 'string' ? query.extra.progress : null
  return (
    <span className="sql-progress" role="status">
      <span className="nw">{step ?? t(STEPS[query.state] ?? 'Running')}</span>
      <Staff value={query.progress > 0 ? query.progress : null} label={t('Progress')} ticks={32} />
      <span className="num nw c3">
        {query.progress > 0 && `${query.progress}% · `}
        {formatDuration(elapsed)}
        {query.rows !== null && query.rows > 0 && ` · ${t('{{count}} row|{{count}} rows', { count: query.rows })}`}
      </span>
    </span>
  )
}

function Estimate({ editorId }: { editorId: string }) {
  const t = useText()
  const estimate = useView((state) => state.estimates[editorId])
  if (estimate === undefined) return null
  if (estimate.error !== null)
    return (
      <span className="sql-estimate cd ell" role="alert" title={estimate.error}>
        {plainMessage(estimate.error)}
      </span>
    )
  if (!estimate.completed) return <span className="sql-estimate c3">{t('Estimating')}</span>
  const parts = estimate.cost.flatMap((cost) => Object.entries(cost).map(([name, value]) => `${name} ${value}`))
  return (
    <span className="sql-estimate c3 ell" title={parts.join(' · ')}>
      {parts.join(' · ')}
    </span>
  )
}

function ChartButton({ latest }: { latest: QueryRecord | null }) {
  const t = useText()
  const canChart = latest?.state === 'success'
  return (
    <Button
      icon={<IconChartHistogram aria-hidden />}
      disabledReason={canChart ? undefined : t('Run a query first: a chart is made from its result')}
      onClick={() => showSouthTab(CHART)}
    >
      {t('Chart')}
    </Button>
  )
}

function moreItems(editor: EditorTab, hasRun: boolean, t: ReturnType<typeof useText>): readonly MenuItem[] {
  const settings = pageSettings()
  const noEstimate = whyNoEstimate(editor, t)
  return [
    { label: t('Open saved query'), keys: 'Mod+O', onSelect: () => openDialog({ kind: 'savedQueries' }) },
    ...(editor.remoteId === null
      ? []
      : [
          { label: t('Save as new'), onSelect: () => openDialog({ kind: 'saveAsNew' }) },
          { label: t('Name and description'), onSelect: () => openDialog({ kind: 'save' }) },
          { label: t('Versions'), onSelect: () => openDialog({ kind: 'versions' }) },
        ]),
    { label: t('Save as dataset'), onSelect: () => openDialog({ kind: 'dataset', sql: editor.sql }) },
    ...(settings.canSchedule
      ? [
          {
            label: t('Schedule'),
            disabledReason: hasRun ? undefined : t('Run the query first'),
            onSelect: () => openDialog({ kind: 'schedule' }),
          },
        ]
      : []),
    'divider',
    { label: t('Copy link'), onSelect: () => void shareActive() },
    { label: t('Clone tab'), onSelect: () => tabActions.clone(editor.id) },
    { label: t('Rename tab'), keys: 'F2', onSelect: () => openDialog({ kind: 'rename', editorId: editor.id }) },
    'divider',
    ...(settings.hasTemplates
      ? [{ label: t('Template parameters'), onSelect: () => openDialog({ kind: 'templateParams' }) }]
      : []),
    ...(settings.canEstimate
      ? [{ label: t('Estimate cost'), disabledReason: noEstimate, onSelect: () => void estimateActive() }]
      : []),
    {
      label: t('Column explorer'),
      checked: viewStore.getState().isExplorerOpen,
      onSelect: () => viewStore.setState((state) => ({ isExplorerOpen: !state.isExplorerOpen })),
    },
    { label: t('Tables'), keys: 'Mod+B', checked: !editor.hideLeftBar, onSelect: toggleTables },
    { label: t('All runs'), to: '/sqllab/history/' },
  ]
}
