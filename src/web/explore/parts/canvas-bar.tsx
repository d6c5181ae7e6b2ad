import { IconDownload, IconMaximize, IconMinimize, IconRefresh, IconTable } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { can } from '../../app/bootstrap.ts'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import type { ChartState } from '../../data/chart-data.ts'
import type { EChartsType } from '../../data/chart-echarts.ts'
import { downloadCsv, downloadImage } from '../../data/chart-export.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatAgo, formatCount, formatDuration } from '../../ui/format.ts'
import { Badge } from '../../ui/marks.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../explore.module.css'
import { useExplore } from '../store.ts'

interface CanvasBarProps {
  readonly state: ChartState
  readonly asTable: boolean
  readonly isWhole: boolean
  readonly picture: RefObject<EChartsType | null>
  onTable(asTable: boolean): void
  onWhole: ((isWhole: boolean) => void) | undefined
  onRefresh(): void
}

/** Rows and time of the answer, and what can be done with the picture. */
export function CanvasBar({ state, asTable, isWhole, picture, onTable, onWhole, onRefresh }: CanvasBarProps) {
  const t = useText()
  const asked = useExplore((store) => store.state.asked)
  const name = useExplore((store) => store.name)
  const timeZone = useTimeZone()
  const answer = state.kind === 'ready' ? state.answer : null
  const save = (run: () => Promise<void>) => {
    run().catch((error: unknown) => toast.danger(error instanceof Error ? error.message : t('An error occurred')))
  }
  const handleImage = () => {
    const made = picture.current
    if (made) save(() => downloadImage(made, name || t('New chart')))
    else toast.warning(t('This chart has no picture to save'))
  }
  const files = [
    { label: t('Rows as CSV'), onSelect: () => save(() => downloadCsv(asked, { timeZone }, name)) },
    { label: t('Picture as PNG'), onSelect: handleImage },
  ]
  return (
    <div className={styles.canvasBar}>
      <span className="grow" />
      {answer && <LimitNote answer={answer} />}
      {answer && (
        <span className="num c3" role="status">
          {t('{{count}} row|{{count}} rows', { count: answer.rowCount })}
          {' · '}
          {answer.isCached && answer.cachedAt
            ? t('kept {{ago}}', { ago: formatAgo(`${answer.cachedAt}Z`.replace(/Z+$/, 'Z'), Date.now()) })
            : formatDuration(answer.durationMs)}
        </span>
      )}
      <IconButton label={t('Ask again, past the cache')} icon={<IconRefresh />} onClick={onRefresh} />
      <IconButton
        label={t('View as table')}
        icon={<IconTable />}
        active={asTable}
        aria-pressed={asTable}
        onClick={() => onTable(!asTable)}
      />
      {can('can_csv', 'Superset') && (
        <Menu
          label={t('Download')}
          placement="bottom-end"
          trigger={<IconButton label={t('Download')} icon={<IconDownload />} />}
          items={files}
        />
      )}
      {onWhole && (
        <IconButton
          label={isWhole ? t('Show the rows') : t('Only the chart')}
          icon={isWhole ? <IconMinimize /> : <IconMaximize />}
          onClick={() => onWhole(!isWhole)}
        />
      )}
    </div>
  )
}

const WIDE_LIMIT = 50_000

/** Rows were cut: for lines that means holes, so it is said and offered to change. */
function LimitNote({ answer }: { answer: ChartAnswer }) {
  const t = useText()
  const limit = Number(useExplore((store) => store.state.asked.row_limit) ?? 0)
  const setField = useExplore((store) => store.setField)
  const ask = useExplore((store) => store.ask)
  if (!(limit > 0) || answer.sqlRowCount < limit) return null
  const handleRaise = () => {
    setField('row_limit', WIDE_LIMIT)
    ask()
  }
  return (
    <>
      <Badge tone="warn">{t('Only the first {{limit}} rows', { limit: formatCount(limit) })}</Badge>
      {limit < WIDE_LIMIT && (
        <Button size="sm" variant="ghost" onClick={handleRaise}>
          {t('Take {{limit}}', { limit: formatCount(WIDE_LIMIT) })}
        </Button>
      )}
    </>
  )
}
