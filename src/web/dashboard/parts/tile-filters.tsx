import { IconAlertTriangle, IconCheck, IconClick, IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { crossFilterColumns, crossFilterLabel, valueLabel } from '../../../query/dashboard/filter-label.ts'
import type { FilterClause } from '../../../query/data-mask/clauses.ts'
import { emptyMask, maskOf } from '../../../query/data-mask/emit.ts'
import {
  type AppliedFilter,
  explainFilters,
  type FilterExplanation,
  type NotAppliedFilter,
} from '../../../query/data-mask/explain.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import type { ChartState } from '../../data/chart-data.ts'
import { useNamedTimeZone } from '../../data/time-zone.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatDuration } from '../../ui/format.ts'
import { Floating, useDisclosure } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useChartInfo } from '../charts-context.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import { timeLabel } from '../filters/time-label.ts'
import { QueryDialog } from '../lazy-dialogs.tsx'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { useDatasetName } from '../use-dataset-name.ts'
import type { TileChart } from './use-tile-chart.ts'

/** How many filters act on the tile; press for which, from where, and which do not and why. */
export function TileFilters({ chartId, tile }: { chartId: number; tile: TileChart }) {
  const t = useText()
  const { isOpen, anchor, close, triggerFor } = useDisclosure()
  const { inputs, clauses } = useFilterView()
  const [isQueryShown, setQueryShown] = useState(false)
  const answer = answerOf(tile.handle.state)
  const explained = explainFilters(chartId, clauses, inputs, {
    rejected: answer?.rejected ?? [],
    columns: null,
    hasTime: tile.hasTime,
  })
  const blocked = explained.notApplied.filter((entry) => entry.reason.kind !== 'outOfScope')
  if (explained.applied.length === 0 && explained.notApplied.length === 0) return null
  return (
    <>
      {triggerFor(
        <button
          type="button"
          className={classNames('fbadge', isOpen && 'on', blocked.length > 0 && 'dash-warned')}
          aria-label={t('{{count}} filter applied|{{count}} filters applied', { count: explained.applied.length })}
        >
          {blocked.length > 0 ? <IconAlertTriangle aria-hidden /> : <IconFilter aria-hidden />}
          {explained.applied.length}
        </button>,
        'dialog',
      )}
      {isOpen && (
        <Floating
          anchor={anchor}
          onClose={close}
          placement="bottom-end"
          role="dialog"
          label={t('Filters on this chart')}
          className="dash-explain"
        >
          <Explanation explained={explained} tile={tile} />
          {answer && (
            <div className="row dash-explain-foot">
              <span className="t1 c3 grow">{answerFacts(answer, t)}</span>
              <button type="button" className="dash-link" onClick={() => setQueryShown(true)}>
                {t('View query')}
              </button>
            </div>
          )}
        </Floating>
      )}
      {isQueryShown && tile.chart && (
        <QueryDialog
          chart={tile.chart}
          form={tile.form}
          extra={tile.extra}
          answer={answer}
          onClose={() => setQueryShown(false)}
        />
      )}
    </>
  )
}

function Explanation({ explained, tile }: { explained: FilterExplanation; tile: TileChart }) {
  const t = useText()
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
      {explained.notApplied.length > 0 && (
        <>
          <h3>{t('Not applied, {{number}}', { number: explained.notApplied.length })}</h3>
          <ul>
            {explained.notApplied.map((entry) => (
              <NotAppliedRow key={entry.key} entry={entry} datasetId={tile.chart?.datasetId ?? null} />
            ))}
          </ul>
        </>
      )}
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

function answerOf(state: ChartState): ChartAnswer | null {
  if (state.kind === 'ready') return state.answer
  return 'previous' in state ? state.previous : null
}

function answerFacts(answer: ChartAnswer, t: ReturnType<typeof useText>): string {
  const rows = t('{{count}} row|{{count}} rows', { count: answer.rowCount })
  return [rows, formatDuration(answer.durationMs), answer.isCached ? t('from the cache') : null]
    .filter(Boolean)
    .join(' · ')
}
