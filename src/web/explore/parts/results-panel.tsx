import { IconCopy } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import { frameTable } from '../../data/chart-frame-table.ts'
import { ChartTable } from '../../data/chart-table.tsx'
import { tableRows, tableText } from '../../data/chart-table-model.ts'
import { Button } from '../../ui/button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../explore.module.css'

/** The rows behind the picture, one tab for each query. */
export function ResultsPanel({ answer, isLoading }: { answer: ChartAnswer | null; isLoading: boolean }) {
  const t = useText()
  const [chosen, setChosen] = useState('0')
  const frames = answer?.frames ?? []
  const frame = frames[Number(chosen)] ?? frames[0] ?? null
  const table = useMemo(() => (frame === null ? null : frameTable(frame)), [frame])
  const rejected = answer?.rejected ?? []
  const handleCopy = async () => {
    if (table === null) return
    if (await writeClipboard(tableText(table, tableRows(table, '', null)))) toast.success(t('Copied to clipboard!'))
    else toast.danger(t('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
  }
  return (
    <section className={styles.results} aria-label={t('Result')}>
      <div className={styles.resultsTabs}>
        <Tabs
          label={t('Results')}
          value={String(Math.min(Number(chosen), Math.max(0, frames.length - 1)))}
          onChange={setChosen}
          tabs={(frames.length === 0 ? [null] : frames).map((one, index) => ({
            value: String(index),
            label: index === 0 ? t('Result') : t('Result {{number}}', { number: index + 1 }),
            count: one?.rowCount,
          }))}
        />
        <span className="grow" />
        {rejected.length > 0 && (
          <span className="cw">
            {t('Not applied: {{names}}', { names: rejected.map((one) => one.column).join(', ') })}
          </span>
        )}
        <Button
          variant="ghost"
          size="sm"
          icon={<IconCopy className="s" />}
          disabled={table === null}
          onClick={() => void handleCopy()}
        >
          {t('Copy')}
        </Button>
      </div>
      {table !== null && table.rowCount > 0 && <ChartTable table={table} label={t('Result')} />}
      {table === null && isLoading && (
        <div className={styles.resultsWaiting}>
          <Skeleton lines={4} />
        </div>
      )}
      {table?.rowCount === 0 || (table === null && !isLoading) ? <EmptyState title={t('No rows to show')} /> : null}
    </section>
  )
}
