import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { placedChartIds } from '../../../query/dashboard/layout.ts'
import { mayExplore, PATHS } from '../../app/places.ts'
import { chartTypeName } from '../../data/chart-types.ts'
import { HttpError } from '../../data/http.ts'
import { classNames } from '../../ui/class-names.ts'
import { TextInput } from '../../ui/field.tsx'
import { formatAgo } from '../../ui/format.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { chartIcon } from '../chart-icon.tsx'
import { chartSearchQuery, type FoundChart } from '../queries.ts'
import { useDashboardStore, useDraft } from '../store.ts'
import { addAtSelection, placeDrawable } from './layout-actions.ts'
import { sizeOfChart } from './new-sizes.ts'
import { useDraggable } from './use-draggable.ts'

/** Saved charts to put on the dashboard. */
export function ChartList() {
  const t = useText()
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(chartSearchQuery(useDeferredValue(search.trim())))
  useEffect(() => {
    if (error) toast.danger(wordsOf(error)[0])
  }, [error])
  const layout = useDraft((draft) => draft.layout)
  const placed = new Set(placedChartIds(layout))
  return (
    <>
      <div className="row dash-palette-heading">
        <h3 className="t1 c3 grow">{t('Charts')}</h3>
        {mayExplore() && (
          <a className="t1" href={PATHS.newChart} target="_blank" rel="noreferrer">
            {t('New chart')}
          </a>
        )}
      </div>
      <div className="dash-palette-search" data-palette-search>
        <TextInput
          ariaLabel={t('Search charts')}
          placeholder={t('Search {{count}} chart|Search {{count}} charts', { count: data?.count ?? 0 })}
          soft
          icon={<IconSearch className="s" aria-hidden />}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className="dash-chart-list">
        {error && <p className="list-note cd">{wordsOf(error)[1]}</p>}
        {!data && !error && <Skeleton lines={6} />}
        {data?.result.map((chart) => (
          <ChartRow key={chart.id} chart={chart} isPlaced={placed.has(chart.id)} />
        ))}
        {data?.result.length === 0 && <p className="list-note">{t('No chart is named like this')}</p>}
      </div>
    </>
  )
}

/** What a toast says, and then the list: first the reason where the server gave one. */
function wordsOf(error: Error): readonly [string, string] {
  const plain = text('Could not fetch all saved charts')
  const reason = text('Sorry there was an error fetching saved charts: ') + error.message
  return error instanceof HttpError && error.body ? [reason, plain] : [plain, reason]
}

function ChartRow({ chart, isPlaced }: { chart: FoundChart; isPlaced: boolean }) {
  const t = useText()
  const store = useDashboardStore()
  const ref = useRef<HTMLButtonElement>(null)
  const meta = { ...sizeOfChart(chart.viz_type), chartId: chart.id, sliceName: chart.slice_name }
  const item = { type: 'CHART', meta } as const
  const isDragging = useDraggable(ref, { dragged: { kind: 'new', item }, label: chart.slice_name })
  const kind = chartTypeName(chart.viz_type)
  const facts = [
    isPlaced ? t('on this dashboard') : t(kind),
    chart.datasource_name_text,
    chart.changed_on_utc && formatAgo(chart.changed_on_utc, Date.now()),
  ]
  return (
    <button
      ref={ref}
      type="button"
      className={classNames('dash-chart-row', isDragging && 'is-dragging')}
      onClick={() => void placeDrawable(item, () => addAtSelection(store, item))}
    >
      {chartIcon(chart.viz_type)}
      <span className="col grow">
        <span className="b ell">{chart.slice_name}</span>
        <span className="t1 c3 ell">{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </button>
  )
}
