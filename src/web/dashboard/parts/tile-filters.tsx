import { IconAlertTriangle, IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { explainFilters } from '../../../query/data-mask/explain.ts'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import type { ChartState } from '../../data/chart-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useDisclosure } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import { QueryDialog } from '../lazy-dialogs.tsx'
import type { TileFiltersPanelProps } from './tile-filters-panel.tsx'
import type { TileChart } from './use-tile-chart.ts'

const { part: TileFiltersPanel, ahead } = partAhead<TileFiltersPanelProps>(() =>
  import('./tile-filters-panel.tsx').then((module) => module.TileFiltersPanel),
)

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
          onPointerEnter={ahead}
          onFocus={ahead}
          aria-label={t('{{count}} filter applied|{{count}} filters applied', { count: explained.applied.length })}
        >
          {blocked.length > 0 ? <IconAlertTriangle aria-hidden /> : <IconFilter aria-hidden />}
          {explained.applied.length}
        </button>,
        'dialog',
      )}
      {isOpen && (
        <TileFiltersPanel
          {...{ anchor, explained, answer, tile }}
          onClose={close}
          onQuery={() => setQueryShown(true)}
        />
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

function answerOf(state: ChartState): ChartAnswer | null {
  if (state.kind === 'ready') return state.answer
  return 'previous' in state ? state.previous : null
}
