import { IconClick, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Selection } from '../../../charts/chart.ts'
import { findChart, isFigureType } from '../../../charts/charts.ts'
import { fixedColors } from '../../../charts/parts/dashboard-colors.ts'
import { crossFilterColumns, crossFilterLabel } from '../../../query/dashboard/filter-label.ts'
import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { selectedValues, toggledMask } from '../../../query/data-mask/cross-filter.ts'
import { emptyMask } from '../../../query/data-mask/emit.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import type { EChartsType } from '../../data/chart-echarts.ts'
import type { FormData } from '../../data/chart-request.ts'
import { ChartView } from '../../data/chart-view.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { hasCrossFilters } from '../features.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import { ClickedDialog, MarkMenu } from '../lazy-dialogs.tsx'
import { type ClickBehavior, clickBehaviorOf } from '../model/click-behavior.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { useUrlState } from '../url-context.ts'
import { useDatasetTitles } from '../use-dataset-titles.ts'
import { useEditing } from './editing.ts'
import { ItemFrame } from './item-frame.tsx'
import { LazyMarkdown } from './lazy-markdown.tsx'
import { TileFilters } from './tile-filters.tsx'
import { TileMenu } from './tile-menu.tsx'
import { type TileChart, useTileChart } from './use-tile-chart.ts'

/** One chart of the dashboard. */
export function ChartTile({ item }: { item: LayoutItem }) {
  const chartId = item.meta.chartId ?? 0
  const ref = useRef<HTMLElement>(null)
  const tile = useTileChart(chartId, ref)
  const [asTable, setAsTable] = useState(false)
  const [picture, setPicture] = useState<EChartsType | null>(null)
  const isFull = useDashboard((state) => state.fullSizeId === item.id)
  const isSource = useDashboard((state) => selectedValues(state.masks[String(chartId)]) !== null)
  const isFigure = isFigureType(tile.chart?.chartType ?? '')
  const isMarked = useUrlState().focusedChartId === chartId
  const focusClass = useFilterFocusClass(chartId)
  useCloseOnEscape(isFull)
  return (
    <ItemFrame item={item} className={classNames('dash-tile-place', isFigure && 'dash-figure-place')}>
      <article
        ref={ref}
        className={classNames(
          'tile',
          isSource && 'src',
          isFigure && 'dash-figure',
          isFull && 'dash-full',
          isMarked && 'dash-marked',
          focusClass,
        )}
      >
        <TileHeader
          item={item}
          tile={tile}
          asTable={asTable}
          picture={picture}
          onToggleTable={() => setAsTable(!asTable)}
        />
        <TileDescription chartId={chartId} description={tile.chart?.description ?? null} />
        <div className="tb">
          <TileBody item={item} tile={tile} asTable={asTable} onPicture={setPicture} />
        </div>
      </article>
    </ItemFrame>
  )
}

/** Reached by the filter whose choices are open, or not. */
function useFilterFocusClass(chartId: number): string | null {
  const { inputs } = useFilterView()
  const focusedId = useDashboard((state) => state.focusedFilterId)
  const filter = inputs.filters.filter(isFilter).find((one) => one.id === focusedId)
  if (!filter) return null
  return inputs.chartsInScope(filter).includes(chartId) ? 'dash-reached' : 'dash-unreached'
}

interface TileHeaderProps {
  item: LayoutItem
  tile: TileChart
  asTable: boolean
  picture: EChartsType | null
  onToggleTable: () => void
}

function TileHeader({ item, tile, asTable, picture, onToggleTable }: TileHeaderProps) {
  const t = useText()
  const isEditing = useEditing() !== null
  const { hidesChartControls } = useUrlState()
  const chartId = item.meta.chartId ?? 0
  const name = item.meta.sliceNameOverride || tile.chart?.name || item.meta.sliceName || t('Chart')
  const hasControls = !isEditing && !hidesChartControls
  return (
    <header className="th">
      <h2 className="dash-tile-title">{name}</h2>
      {tile.chart?.description && (
        <span className="c3" role="img" aria-label={tile.chart.description} data-tip={tile.chart.description}>
          <IconInfoCircle className="s" aria-hidden />
        </span>
      )}
      <span className="end row dash-tile-controls">
        <SourceBadge chartId={chartId} />
        {hasControls && <TileFilters chartId={chartId} tile={tile} />}
        {hasControls && tile.chart && (
          <TileMenu
            item={item}
            name={name}
            chart={tile.chart}
            tile={tile}
            asTable={asTable}
            picture={picture}
            onToggleTable={onToggleTable}
          />
        )}
      </span>
    </header>
  )
}

function TileDescription({ chartId, description }: { chartId: number; description: string | null }) {
  const isOpen = useDraft((draft) => draft.metadata.expandedCharts[String(chartId)] === true)
  if (!isOpen || description === null) return null
  return (
    <div className="dash-description">
      <LazyMarkdown code={description} />
    </div>
  )
}

/** On the chart that was clicked: by what it filters the others, with the way out. */
function SourceBadge({ chartId }: { chartId: number }) {
  const t = useText()
  const mask = useDashboard((state) => state.masks[String(chartId)])
  const setMask = useDashboard((state) => state.setMask)
  if (mask === undefined || selectedValues(mask) === null) return null
  return (
    <span className="badge a dash-source">
      <IconClick aria-hidden />
      <span className="ell">{crossFilterLabel(mask)}</span>
      <button
        type="button"
        aria-label={t('Clear {{name}}', { name: crossFilterColumns(mask) })}
        onClick={() => setMask({ ...emptyMask(mask.id), ownState: mask.ownState })}
      >
        <IconX aria-hidden />
      </button>
    </span>
  )
}

interface Clicked {
  mark: Selection
  behavior: ClickBehavior
}

interface MenuAt {
  mark: Selection
  place: { readonly left: number; readonly top: number }
}

interface TileBodyProps {
  item: LayoutItem
  tile: TileChart
  asTable: boolean
  onPicture: (picture: EChartsType | null) => void
}

function TileBody({ item, tile, asTable, onPicture }: TileBodyProps) {
  const t = useText()
  const chartId = item.meta.chartId ?? 0
  const metadata = useDraft((draft) => draft.metadata)
  const labelColors = useMemo(() => fixedColors(metadata), [metadata])
  const formData = useMemo(() => withScheme(tile.formData, metadata.colorScheme), [tile.formData, metadata.colorScheme])
  const mask = useDashboard((state) => state.masks[String(chartId)])
  const [clicked, setClicked] = useState<Clicked | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const behavior = useClickBehavior(chartId)
  const canSelect = useCanSelect(tile)
  const handleSelect = useSelect(chartId, behavior, setClicked)
  const isOffered = useIsOffered(behavior)
  const titles = useDatasetTitles(tile.chart?.datasetId ?? null)
  if (tile.error) {
    return (
      <FailedState title={t('The chart could not be read')}>
        {t('It may have been deleted, or you may not see it.')} {tile.error.message}
      </FailedState>
    )
  }
  if (tile.missing.length > 0) {
    const names = tile.missing.map((filter) => filter.name).join(', ')
    return (
      <EmptyState title={t('Waiting for {{names}}', { names })}>{t('Choose a value in the filter bar.')}</EmptyState>
    )
  }
  if (!tile.chart) return null
  return (
    <>
      <ChartView
        formData={formData}
        state={tile.handle.state}
        annotations={tile.handle.annotations}
        title={tile.chart.name}
        asTable={asTable}
        labelColors={labelColors}
        titles={titles}
        selected={selectedValues(mask)}
        onSelect={canSelect && isOffered ? handleSelect : undefined}
        onMenu={canSelect ? (mark, place) => setMenu({ mark, place }) : undefined}
        onPage={tile.setPage}
        onRetry={() => tile.handle.refresh()}
        onStop={tile.handle.stop}
        onPicture={onPicture}
      />
      {clicked && (
        <ClickedDialog
          chart={tile.chart}
          extra={tile.extra}
          behavior={clicked.behavior}
          clicked={clicked.mark}
          onClose={() => setClicked(null)}
        />
      )}
      {menu && (
        <MarkMenu
          chart={tile.chart}
          {...menu}
          onShow={(shown) => setClicked({ mark: menu.mark, behavior: shown })}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}

/** The colours of the dashboard take the place of the chart's. */
function withScheme(formData: FormData | undefined, scheme: string | null): FormData {
  if (!formData) return {}
  return scheme === null ? formData : { ...formData, color_scheme: scheme }
}

function useClickBehavior(chartId: number): ClickBehavior {
  const stored = useDraft((draft) => draft.metadata.chartConfiguration[String(chartId)]?.clickBehavior)
  return useMemo(() => clickBehaviorOf(stored), [stored])
}

/** Whether a mark of the chart stands for values, and is not moved about. */
function useCanSelect(tile: TileChart): boolean {
  const isEditing = useEditing() !== null
  return !isEditing && findChart(tile.chart?.chartType ?? '')?.canCrossFilter === true
}

/** Whether a click does anything: to filter may be switched off. */
function useIsOffered({ kind }: ClickBehavior): boolean {
  const isOn = useDraft((draft) => draft.metadata.isCrossFilteringEnabled)
  return kind !== 'filter' || (isOn && hasCrossFilters())
}

/** A click on a mark filters the other charts, where a second one lets go, or does what is set for the chart. */
function useSelect(chartId: number, behavior: ClickBehavior, show: (clicked: Clicked) => void) {
  const store = useDashboardStore()
  return useCallback(
    (mark: Selection) => {
      if (behavior.kind === 'rows' || behavior.kind === 'breakdown') return show({ mark, behavior })
      if (behavior.kind !== 'filter') return void openLater(behavior, mark)
      const { masks, setMask } = store.getState()
      setMask(toggledMask(chartId, masks[String(chartId)], mark))
    },
    [store, chartId, behavior, show],
  )
}

const openLater = async (behavior: ClickBehavior, clicked: Selection) =>
  (await import('./open-clicked.ts')).openClicked(behavior, clicked)

function useCloseOnEscape(isFull: boolean): void {
  const showFullSize = useDashboard((state) => state.showFullSize)
  useEffect(() => {
    if (!isFull) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) showFullSize(null)
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [isFull, showFullSize])
}
