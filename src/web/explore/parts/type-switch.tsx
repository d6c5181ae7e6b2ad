import {
  IconChartArea,
  IconChartBar,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconNumber123,
  IconStairs,
  IconTable,
  IconTrendingUp,
  IconWaveSine,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { CHARTS, type ChartId, findChart } from '../../../charts/charts.ts'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { handleRadioKeys, radioTabIndex } from '../radio-keys.ts'
import { useExplore, useForm } from '../store.ts'

const ICONS: Readonly<Record<ChartId, ComponentType>> = {
  echarts_timeseries_line: IconChartLine,
  echarts_timeseries_bar: IconChartBar,
  echarts_area: IconChartArea,
  echarts_timeseries_step: IconStairs,
  echarts_timeseries_smooth: IconWaveSine,
  pie: IconChartPie,
  table: IconTable,
  big_number_total: IconNumber123,
  big_number: IconTrendingUp,
}

/** All types side by side: changing one keeps the question. */
export function TypeSwitch() {
  const t = useText()
  const current = findChart(String(useForm().viz_type ?? ''))?.id
  const changeType = useExplore((store) => store.changeType)
  return (
    <div className={styles.control}>
      <span className="lbl">{t('Chart')}</span>
      <div className={styles.types} role="radiogroup" aria-label={t('Chart type')} onKeyDown={handleRadioKeys}>
        {CHARTS.map(({ id, label, description }, index) => {
          const Icon = ICONS[id] ?? IconChartHistogram
          const chart = findChart(id)
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
                if (chart && id !== current) changeType(chart)
              }}
            >
              <Icon />
              <span className="ell">{t(SHORT[id])}</span>
            </button>
          )
        })}
      </div>
    </div>
  )
}

const SHORT: Readonly<Record<ChartId, string>> = {
  echarts_timeseries_line: 'Line',
  echarts_timeseries_bar: 'Bar',
  echarts_area: 'Area',
  echarts_timeseries_step: 'Step',
  echarts_timeseries_smooth: 'Smooth',
  pie: 'Pie',
  table: 'Table',
  big_number_total: 'Number',
  big_number: 'Trend',
}
