import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Frame, TableDrawing } from '../../../charts/chart.ts'
import { can } from '../../app/bootstrap.ts'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import { frameTable } from '../../data/chart-frame-table.ts'
import { ChartTable } from '../../data/chart-table.tsx'
import { tableRows, tableText } from '../../data/chart-table-model.ts'
import { Button } from '../../ui/button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../explore.module.css'
import { samplesQuery } from '../queries.ts'
import { useExplore } from '../store.ts'

const SAMPLES = 'samples'

interface Asked {
  readonly answer: ChartAnswer | null
  readonly datasource: string
  readonly isLoading: boolean
}

/** The rows behind the picture, one tab for each query, and a sample of those of the dataset. */
export function ResultsPanel(asked: Asked) {
  const t = useText()
  const [chosen, setChosen] = useState('0')
  const frames = asked.answer?.frames ?? []
  const results = useResultTabs(frames)
  const isSample = chosen === SAMPLES
  const samples = useQuery({ ...samplesQuery(asked.datasource), enabled: isSample })
  const frame = (isSample ? samples.data : (frames[Number(chosen)] ?? frames[0])) ?? null
  const titles = useExplore((store) => store.dataset.verbose_map)
  const table = useMemo(
    () => (frame === null ? null : frameTable(frame, isSample ? undefined : titles)),
    [frame, isSample, titles],
  )
  return (
    <section className={styles.results} aria-label={t('Result')}>
      <div className={styles.resultsTabs}>
        <Tabs
          label={t('Results')}
          value={isSample ? SAMPLES : String(Math.min(Number(chosen), results.length - 1))}
          onChange={setChosen}
          tabs={[...results, { value: SAMPLES, label: t('Samples'), count: samples.data?.rowCount }]}
        />
        <span className="grow" />
        {!isSample && <NotApplied answer={asked.answer} />}
        <CopyRows table={table} />
      </div>
      {isSample && samples.error ? (
        <FailedState title={t('The rows could not be read')} onRetry={() => void samples.refetch()}>
          {samples.error.message}
        </FailedState>
      ) : (
        <Rows
          table={table}
          label={isSample ? t('Samples') : t('Result')}
          isLoading={isSample ? samples.isPending : asked.isLoading}
        />
      )}
    </section>
  )
}

function useResultTabs(frames: readonly Frame[]) {
  const t = useText()
  return (frames.length === 0 ? [null] : frames).map((one, index) => ({
    value: String(index),
    label: index === 0 ? t('Result') : t('Result {{number}}', { number: index + 1 }),
    count: one?.rowCount,
  }))
}

function NotApplied({ answer }: { answer: ChartAnswer | null }) {
  const t = useText()
  const names = (answer?.rejected ?? []).map((one) => one.column).join(', ')
  return names === '' ? null : <span className="cw">{t('Not applied: {{names}}', { names })}</span>
}

function CopyRows({ table }: { table: TableDrawing | null }) {
  const t = useText()
  if (!can('can_csv', 'Superset')) return null
  const handleCopy = async () => {
    if (table === null) return
    if (await writeClipboard(tableText(table, tableRows(table, '', null)))) toast.success(t('Copied to clipboard!'))
    else toast.danger(t('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<IconCopy className="s" />}
      disabled={table === null}
      onClick={() => void handleCopy()}
    >
      {t('Copy')}
    </Button>
  )
}

function Rows({ table, label, isLoading }: { table: TableDrawing | null; label: string; isLoading: boolean }) {
  const t = useText()
  if (table !== null && table.rowCount > 0) return <ChartTable table={table} label={label} />
  if (table !== null || !isLoading) return <EmptyState title={t('No rows to show')} />
  return (
    <div className={styles.resultsWaiting}>
      <Skeleton lines={4} />
    </div>
  )
}
