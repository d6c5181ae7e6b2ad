import type { ReactNode } from 'react'
import type { ChartId } from '../../../charts/charts.ts'
import styles from './gallery.module.css'
import { LATER_SAMPLES } from './later-samples.tsx'
import { MAP_SAMPLES } from './map-samples.tsx'
import { RARE_SAMPLES } from './rare-samples.tsx'
import { axis, grid, HEIGHTS } from './sample-parts.tsx'

/** A small picture of what a chart type draws. */
export function TypeSample({ id }: { id: ChartId }) {
  return (
    <svg className={styles.sample} viewBox="0 0 120 80" aria-hidden="true">
      {SAMPLES[id]}
    </svg>
  )
}

const SAMPLES: Readonly<Record<ChartId, ReactNode>> = {
  ...LATER_SAMPLES,
  ...RARE_SAMPLES,
  ...MAP_SAMPLES,
  echarts_timeseries_line: (
    <>
      {grid}
      {axis}
      <path className={styles.line1} d="M4 42L20 22 36 28 52 16 68 30 84 40 100 24 116 10" />
      <path className={styles.line2} d="M4 56L20 50 36 54 52 40 68 46 84 58 100 50 116 44" />
      <path className={styles.line3} d="M4 68L20 64 36 66 52 60 68 66 84 70 100 62 116 64" />
    </>
  ),
  echarts_timeseries_bar: (
    <>
      {grid}
      {axis}
      {HEIGHTS.map((height, i) => (
        <rect key={height} className={styles.fill1} x={8 + i * 14} y={76 - height} width={9} height={height} />
      ))}
    </>
  ),
  echarts_area: (
    <>
      {grid}
      <path className={styles.fill3} d="M4 40Q30 6 60 34T116 22V76H4Z" />
      <path className={styles.fill2} d="M4 52Q30 30 60 50T116 42V76H4Z" />
      <path className={styles.fill1} d="M4 66Q30 50 60 64T116 58V76H4Z" />
      {axis}
    </>
  ),
  echarts_timeseries_step: (
    <>
      {grid}
      {axis}
      <path className={styles.line1} d="M4 58H28V40H52V20H76V34H98V14H116" />
    </>
  ),
  echarts_timeseries_smooth: (
    <>
      {grid}
      {axis}
      <path className={styles.line1} d="M4 56C24 6 44 20 60 40S96 66 116 18" />
    </>
  ),
  echarts_timeseries_scatter: (
    <>
      {grid}
      {axis}
      {HEIGHTS.map((height, i) => (
        <circle
          key={height}
          className={i % 3 === 0 ? styles.fill2 : styles.fill1}
          cx={12 + i * 14}
          cy={80 - height}
          r={3}
        />
      ))}
    </>
  ),
  echarts_timeseries: (
    <>
      {grid}
      {axis}
      {HEIGHTS.slice(0, 4).map((height, i) => (
        <rect key={height} className={styles.fill3} x={8 + i * 28} y={76 - height / 2} width={14} height={height / 2} />
      ))}
      <path className={styles.line1} d="M4 42L28 24 52 34 76 14 116 22" />
    </>
  ),
  mixed_timeseries: (
    <>
      {grid}
      {axis}
      {HEIGHTS.map((height, i) => (
        <rect key={height} className={styles.fill3} x={8 + i * 14} y={76 - height} width={9} height={height} />
      ))}
      <path className={styles.line1} d="M12 60L26 52 40 30 54 44 68 22 82 18 96 34 110 12" />
    </>
  ),
  pie: (
    <>
      <path className={styles.fill1} d="M60 40V6A34 34 0 0 1 86 62Z" />
      <path className={styles.fill2} d="M60 40L86 62A34 34 0 0 1 30 56Z" />
      <path className={styles.fill3} d="M60 40L30 56A34 34 0 0 1 60 6Z" />
    </>
  ),
  table: (
    <>
      {[14, 30, 46, 62].map((y, i) => (
        <g key={y}>
          <rect className={styles.text} x={8} y={y} width={26} height={4} />
          <rect className={styles.text} x={56 + i * 3} y={y} width={20 - i * 3} height={4} />
          <rect className={styles.text} x={96} y={y} width={14} height={4} />
          <path className={styles.grid} d={`M4 ${y + 10}H116`} />
        </g>
      ))}
    </>
  ),
  big_number_total: (
    <text className={styles.figure} x={60} y={50} textAnchor="middle">
      74.6
    </text>
  ),
  big_number: (
    <>
      <text className={styles.figure} x={8} y={38}>
        74.6
      </text>
      <path className={styles.line1} d="M8 66L24 58 40 64 56 54 72 60 88 50 112 54" />
    </>
  ),
}
