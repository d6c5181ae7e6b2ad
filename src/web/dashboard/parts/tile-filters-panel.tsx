import { IconAlertTriangle, IconCheck, IconClick } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { crossFilterColumns, crossFilterLabel, valueLabel } from '../../../query/dashboard/filter-label.ts'
import type { FilterClause } from '../../../query/data-mask/clauses.ts'
import { emptyMask, maskOf } from '../../../query/data-mask/emit.ts'
import type { AppliedFilter, FilterExplanation, NotAppliedFilter } from '../../../query/data-mask/explain.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import { useNamedTimeZone } from '../../data/time-zone.ts'
import { formatDuration } from '../../ui/format.ts'
import { Floating } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useChartInfo } from '../charts-context.ts'
import { timeLabel } from '../filters/time-label.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { useDatasetName } from '../use-dataset-name.ts'
import type { TileChart } from './use-tile-chart.ts'

export interface TileFiltersPanelProps {
  readonly anchor: Parameters<typeof Floating>[0]['anchor']
  readonly explained: FilterExplanation
  readonly answer: ChartAnswer | null
  readonly tile: TileChart
  readonly onClose: () => void
  readonly onQuery: () => void
}

/** Which filters act on a tile, from where, and which do not and why. */
export function TileFiltersPanel({ anchor, explained, answer, tile, onClose, onQuery }: TileFiltersPanelProps) {
  const t = useText()
  return (
    <Floating
      anchor={anchor}
      onClose={onClose}
      placement="bottom-end"
      role="dialog"
      label={t('Filters on this chart')}
      className="dash-explain"
    >
      <Explanation explained={explained} tile={tile} />
      {answer && (
        <div className="row dash-explain-foot">
          <span className="t1 c3 grow">{answerFacts(answer, t)}</span>
          <button type="button" className="dash-link" onClick={onQuery}>
            {t('View query')}
          </button>
        </div>
      )}
    </Floating>
  )
}

function Explanation({ explained, tile }: { explained: FilterExplanation; tile: TileChart }) {
  const t = useText()
  const rejected = explained.notApplied.filter((entry) => entry.reason.kind === 'rejected')
  const others = explained.notApplied.filter((entry) => entry.reason.kind !== 'rejected')
  return (
    <>
      {explained.applied.length > 0 && (
        <>
          <h3>{t('Applied, {{number}}', { number: explained.applied.length })}</h3>
          <ul>
            {explained.applied.map((entry) => (
              <AppliedRow key={entry.key} entry={entry} />
            ))}
          </ul>
        </>
      )}
      <NotAppliedRows title={t('Not applicable, {{number}}', { number: others.length })} entries={others} tile={tile} />
      <NotAppliedRows title={t('Rejected, {{number}}', { number: rejected.length })} entries={rejected} tile={tile} />
      {explained.unset.length > 0 && (
        <p className="t1 c3 dash-explain-unset">
          {t('Without a value: {{names}}', { names: explained.unset.join(', ') })}
        </p>
      )}
    </>
  )
}

function AppliedRow({ entry }: { entry: AppliedFilter }) {
  const t = useText()
  const { source } = entry.clause
  return (
    <ExplainRow
      icon={
        source.kind === 'chart' ? (
          <IconClick className="s ca" aria-hidden />
        ) : (
          <IconCheck className="s co" aria-hidden />
        )
      }
      clause={entry.clause}
      note={source.kind === 'chart' ? <SourceName chartId={source.chartId} /> : null}
      end={
        source.kind === 'chart' ? <ClearButton clause={entry.clause} /> : <span className="c3">{t('filter bar')}</span>
      }
    />
  )
}

interface NotAppliedRowsProps {
  readonly title: string
  readonly entries: readonly NotAppliedFilter[]
  readonly tile: TileChart
}

function NotAppliedRows({ title, entries, tile }: NotAppliedRowsProps) {
  if (entries.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {entries.map((entry) => (
          <NotAppliedRow key={entry.key} entry={entry} datasetId={tile.chart?.datasetId ?? null} />
        ))}
      </ul>
    </>
  )
}

function NotAppliedRow({ entry, datasetId }: { entry: NotAppliedFilter; datasetId: number | null }) {
  const t = useText()
  const dataset = useDatasetName(datasetId)
  const { reason } = entry
  const why = {
    outOfScope: () => t('The filter does not reach this chart'),
    noColumn: () =>
      t('Dataset {{dataset}} has no column {{column}}', {
        dataset,
        column: reason.kind === 'noColumn' ? reason.column : '',
      }),
    noTimeColumn: () => t('Dataset {{dataset}} has no time column', { dataset }),
    rejected: () => (reason.kind === 'rejected' ? reason.text : ''),
  }[reason.kind]()
  return (
    <ExplainRow
      icon={<IconAlertTriangle className="s cw" aria-hidden />}
      clause={entry.clause}
      note={why}
      end={<ClearButton clause={entry.clause} />}
    />
  )
}

function ExplainRow({
  icon,
  clause,
  note,
  end,
}: {
  icon: ReactNode
  clause: FilterClause
  note: ReactNode
  end: ReactNode
}) {
  const { name, value } = useClauseWords(clause)
  return (
    <li>
      {icon}
      <span>
        <b>{name}</b> {value}
        {note && <span className="c3 dash-explain-note">{note}</span>}
      </span>
      {end}
    </li>
  )
}

function SourceName({ chartId }: { chartId: number }) {
  const t = useText()
  const { chart } = useChartInfo(chartId)
  return t('from “{{name}}”', { name: chart?.name ?? t('Chart') })
}

function ClearButton({ clause }: { clause: FilterClause }) {
  const t = useText()
  const store = useDashboardStore()
  const { name } = useClauseWords(clause)
  const handleClear = () => {
    const { history, setMask } = store.getState()
    const filter = history.present.metadata.filters.filter(isFilter).find((one) => one.id === clause.mask.id)
    setMask(filter ? maskOf(filter, null) : { ...emptyMask(clause.mask.id), ownState: clause.mask.ownState })
  }
  return (
    <button type="button" className="dash-link" aria-label={t('Clear {{name}}', { name })} onClick={handleClear}>
      {t('Clear')}
    </button>
  )
}

function useClauseWords(clause: FilterClause): { name: string; value: string } {
  const t = useText()
  const zone = useNamedTimeZone()
  const filters = useDraft((draft) => draft.metadata.filters)
  const masks = useDashboard((state) => state.masks)
  if (clause.source.kind === 'chart') {
    return { name: crossFilterColumns(clause.mask), value: crossFilterLabel(clause.mask) }
  }
  const filter = filters.filter(isFilter).find((one) => one.id === clause.mask.id)
  if (!filter) return { name: clause.source.name, value: '' }
  const label = valueLabel(filter, masks[filter.id] ?? clause.mask) ?? ''
  return { name: filter.name, value: filter.filterType === 'filter_time' ? timeLabel(label, t, zone) : label }
}

function answerFacts(answer: ChartAnswer, t: ReturnType<typeof useText>): string {
  const rows = t('{{count}} row|{{count}} rows', { count: answer.rowCount })
  return [rows, formatDuration(answer.durationMs), answer.isCached ? t('from the cache') : null]
    .filter(Boolean)
    .join(' · ')
}
