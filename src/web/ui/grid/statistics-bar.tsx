import { groupDigits } from './cell.ts'
import type { SelectionStats } from './selection-stats.ts'

export interface StatisticsTexts {
  readonly cells: (count: number) => string
  readonly counted: (counted: string) => string
  readonly sum: string
  readonly average: string
  readonly min: string
  readonly max: string
  readonly distinct: string
  readonly null: string
  readonly hint: string
  readonly region: string
}

export function StatisticsBar({ stats, texts }: { stats: SelectionStats | null; texts: StatisticsTexts }) {
  return (
    <section className="grid-stats" aria-label={texts.region}>
      {stats !== null && <Figures stats={stats} texts={texts} />}
      <span className="end">{texts.hint}</span>
    </section>
  )
}

function Figures({ stats, texts }: { stats: SelectionStats; texts: StatisticsTexts }) {
  const shown: readonly (readonly [string, string | null])[] = [
    [texts.sum, stats.sum],
    [texts.average, stats.average],
    [texts.min, stats.min],
    [texts.max, stats.max],
    [texts.distinct, String(stats.distinct)],
    [texts.null, String(stats.nulls)],
  ]
  return (
    <>
      <b>{texts.cells(stats.cells)}</b>
      {stats.counted < stats.cells && <em>{texts.counted(groupDigits(String(stats.counted)))}</em>}
      {shown.map(([name, value]) =>
        value === null ? null : (
          <span key={name}>
            <em>{name}</em>
            <b title={value}>{groupDigits(value.length > 40 ? `${value.slice(0, 40)}…` : value)}</b>
          </span>
        ),
      )}
    </>
  )
}
