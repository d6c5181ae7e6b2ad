import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { useId } from 'react'
import type { FigureDrawing } from '../../charts/chart.ts'
import { sparkPaths } from '../../charts/parts/spark.ts'
import styles from './chart-view.module.css'

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight } as const
const UNIT = /^(.*\d)\s*([%a-zA-Zµ]+)$/

/** One number, what it changed by, and how it came about. */
export function ChartFigure({ figure, summary }: { figure: FigureDrawing; summary: string }) {
  const [, digits, unit] = UNIT.exec(figure.value) ?? []
  const Arrow = figure.change ? ARROWS[figure.change.direction] : null
  return (
    <div className={styles.figure} data-has-trend={figure.trend !== null || undefined}>
      <div className={styles.figureText}>
        <div className={styles.value}>
          {digits ?? figure.value}
          {unit && <span className={styles.unit}>{unit}</span>}
        </div>
        {figure.change && (
          <div className={styles.change} style={{ color: figure.change.color }}>
            {Arrow && <Arrow className="s" aria-hidden />}
            {figure.change.text}
          </div>
        )}
        {figure.subtitle && (
          <div className={styles.subtitle} title={figure.subtitle}>
            {figure.subtitle}
          </div>
        )}
      </div>
      {figure.trend && <Spark values={figure.trend} color={figure.color} label={summary} />}
    </div>
  )
}

interface SparkProps {
  readonly values: readonly (number | null)[]
  readonly color: string
  readonly label: string
}

/** A small line without an axis. */
export function Spark({ values, color, label }: SparkProps) {
  const id = useId()
  const { line, area, last } = sparkPaths(values)
  return (
    <svg
      className={styles.spark}
      style={{ color }}
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{label}</title>
      <path d={area} className={styles.sparkArea} />
      <path d={line} className={styles.sparkLine} />
      {last && <path d={`M${last.x} ${last.y}h0`} className={styles.sparkEnd} />}
    </svg>
  )
}
