import {
  IconArrowsDiff,
  IconArrowsLeftRight,
  IconBinaryTree2,
  IconBraces,
  IconCalendar,
  IconChartArea,
  IconChartBar,
  IconChartBubble,
  IconChartCandle,
  IconChartCandleFilled,
  IconChartCohort,
  IconChartDonut3,
  IconChartDots,
  IconChartDots3,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconChartRadar,
  IconChartSankey,
  IconCircleDotted,
  IconCloud,
  IconDots,
  IconFilter,
  IconGauge,
  IconGridDots,
  IconLayoutBoard,
  IconLayoutDashboard,
  IconMap2,
  IconMapPin,
  IconMapPins,
  IconMountain,
  IconNumber123,
  IconPercentage,
  IconRepeat,
  IconRuler2,
  IconStairs,
  IconStairsUp,
  IconTable,
  IconTablePlus,
  IconTestPipe,
  IconTimeline,
  IconTimelineEvent,
  IconTopologyRing,
  IconTrendingUp,
  IconWaveSine,
  IconWindmill,
  IconWorld,
} from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import type { ChartId } from '../../../charts/charts.ts'
import { EXPLORED_CHARTS, findExplored } from '../../../charts/explored.ts'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { commonTypes } from '../model/common-types.ts'
import { handleRadioKeys, radioTabIndex } from '../radio-keys.ts'
import { useExplore, useForm } from '../store.ts'

const ICONS: Readonly<Record<ChartId, ComponentType>> = {
  echarts_timeseries_line: IconChartLine,
  echarts_timeseries_bar: IconChartBar,
  echarts_area: IconChartArea,
  echarts_timeseries_step: IconStairs,
  echarts_timeseries_smooth: IconWaveSine,
  echarts_timeseries_scatter: IconChartDots,
  echarts_timeseries: IconChartDots3,
  mixed_timeseries: IconChartCandle,
  pie: IconChartPie,
  histogram_v2: IconChartHistogram,
  heatmap_v2: IconGridDots,
  cal_heatmap: IconCalendar,
  treemap_v2: IconLayoutDashboard,
  sunburst_v2: IconChartDonut3,
  sankey_v2: IconChartSankey,
  graph_chart: IconTopologyRing,
  funnel: IconFilter,
  bubble_v2: IconChartBubble,
  box_plot: IconChartCandleFilled,
  waterfall: IconStairsUp,
  word_cloud: IconCloud,
  radar: IconChartRadar,
  gauge_chart: IconGauge,
  table: IconTable,
  pivot_table_v2: IconTablePlus,
  big_number_total: IconNumber123,
  big_number: IconTrendingUp,
  pop_kpi: IconArrowsDiff,
  time_table: IconTimeline,
  world_map: IconWorld,
  country_map: IconMap2,
  mapbox: IconMapPins,
  deck_scatter: IconMapPin,
  handlebars: IconBraces,
  paired_ttest: IconTestPipe,
  compare: IconPercentage,
  horizon: IconMountain,
  time_pivot: IconRepeat,
  chord: IconCircleDotted,
  partition: IconLayoutBoard,
  rose: IconWindmill,
  butterfly: IconArrowsLeftRight,
  bullet: IconRuler2,
  tree_chart: IconBinaryTree2,
  gantt_chart: IconTimelineEvent,
  candlestick: IconChartCandle,
  para: IconChartCohort,
}

/** The types side by side, the common ones first: changing one keeps the question. */
export function TypeSwitch() {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const current = findExplored(String(useForm().viz_type ?? ''))?.id
  const changeType = useExplore((store) => store.changeType)
  const shown = isWhole ? EXPLORED_CHARTS : commonTypes(EXPLORED_CHARTS, current)
  return (
    <div className={styles.control}>
      <span className="lbl">{t('Chart')}</span>
      <div
        className={classNames(styles.types, !isWhole && styles.few)}
        role="radiogroup"
        aria-label={t('Chart type')}
        onKeyDown={handleRadioKeys}
      >
        {shown.map((chart, index) => {
          const { id, label, description } = chart
          const Icon = ICONS[id]
          return (
            // biome-ignore lint/a11y/useSemanticElements: a picture button among many, not a round mark
            <button
              key={id}
              type="button"
              role="radio"
              aria-checked={id === current}
              tabIndex={radioTabIndex(id === current, index === 0, current !== undefined)}
              data-tip={`${t(label)}: ${t(description)}`}
              className={classNames(id === current && styles.on)}
              onClick={() => {
                if (id !== current) changeType(chart)
              }}
            >
              <Icon />
              <span className="ell">{t(SHORT[id])}</span>
            </button>
          )
        })}
        {!isWhole && (
          <button
            type="button"
            aria-label={t('All chart types')}
            data-tip={t('All chart types')}
            onClick={(event) => {
              focusChosen(event.currentTarget.parentElement)
              setWhole(true)
            }}
          >
            <IconDots />
            <span className="ell">{t('All {{count}}', { count: EXPLORED_CHARTS.length })}</span>
          </button>
        )}
      </div>
    </div>
  )
}

/** The button that opens the rest goes with it. */
function focusChosen(types: HTMLElement | null): void {
  const chosen = types?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')
  chosen?.focus()
}

const SHORT: Readonly<Record<ChartId, string>> = {
  echarts_timeseries_line: 'Line',
  echarts_timeseries_bar: 'Bar',
  echarts_area: 'Area',
  echarts_timeseries_step: 'Step',
  echarts_timeseries_smooth: 'Smooth',
  echarts_timeseries_scatter: 'Scatter',
  echarts_timeseries: 'Series',
  mixed_timeseries: 'Mixed',
  pie: 'Pie',
  histogram_v2: 'Histogram',
  heatmap_v2: 'Heatmap',
  cal_heatmap: 'Calendar',
  treemap_v2: 'Treemap',
  sunburst_v2: 'Sunburst',
  sankey_v2: 'Sankey',
  graph_chart: 'Network',
  funnel: 'Funnel',
  bubble_v2: 'Bubbles',
  box_plot: 'Box plot',
  waterfall: 'Waterfall',
  word_cloud: 'Words',
  radar: 'Radar',
  gauge_chart: 'Gauge',
  table: 'Table',
  pivot_table_v2: 'Pivot',
  big_number_total: 'Number',
  big_number: 'Trend',
  pop_kpi: 'Compared',
  time_table: 'Periods',
  world_map: 'World',
  country_map: 'Country',
  mapbox: 'Clusters',
  deck_scatter: 'Points',
  handlebars: 'Template',
  paired_ttest: 't-test',
  compare: 'Change',
  horizon: 'Horizon',
  time_pivot: 'Cycles',
  chord: 'Chord',
  partition: 'Partition',
  rose: 'Rose',
  butterfly: 'Butterfly',
  bullet: 'Bullet',
  tree_chart: 'Tree',
  gantt_chart: 'Gantt',
  candlestick: 'Candles',
  para: 'Parallel',
}
