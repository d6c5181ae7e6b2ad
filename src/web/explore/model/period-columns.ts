/** What a column shows of a row over time. */
export const PERIOD_KINDS = ['time', 'contrib', 'avg', 'spark'] as const
export const COMPARISONS = ['value', 'diff', 'perc', 'perc_change'] as const

/** One column as it is saved in `column_collection`; fields that this screen does not know are kept. */
export interface WirePeriodColumn {
  readonly key: string
  readonly label?: string
  readonly colType: (typeof PERIOD_KINDS)[number]
  readonly timeLag?: number | string | null
  readonly timeRatio?: number | string | null
  readonly comparisonType?: (typeof COMPARISONS)[number] | ''
  readonly d3format?: string
  readonly bounds?: readonly (number | null)[]
}

export const KIND_LABELS = {
  time: 'Value or change',
  contrib: 'Share of all rows',
  avg: 'Mean',
  spark: 'Course as a line',
} as const satisfies Record<WirePeriodColumn['colType'], string>

export const COMPARISON_LABELS = {
  value: 'Value itself',
  diff: 'Difference to the latest',
  perc: 'Latest as a share of it',
  perc_change: 'Change in per cent',
} as const satisfies Record<(typeof COMPARISONS)[number], string>

/** What a column shows, in a few words. */
export const periodColumnWords = ({ colType, comparisonType }: WirePeriodColumn): string =>
  colType === 'time' ? COMPARISON_LABELS[comparisonType || 'value'] : KIND_LABELS[colType]

/** The saved columns of a form; what is none is left out. */
export function periodColumnsIn(value: unknown): readonly WirePeriodColumn[] {
  return Array.isArray(value) ? value.filter((one) => PERIOD_KINDS.includes(one?.colType)) : []
}

/** A column that has yet to be filled in, under a key that none of the others has. */
export function newPeriodColumn(others: readonly WirePeriodColumn[]): WirePeriodColumn {
  const keys = new Set(others.map(({ key }) => key))
  const places = Array.from({ length: others.length + 1 }, (_, at) => `column ${at + 1}`)
  const key = places.find((one) => !keys.has(one)) ?? ''
  return { key, colType: 'time', timeLag: 1, comparisonType: 'perc_change' }
}

/** A number that may have been saved as text. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** What is wrong before a column can be applied, by field. */
export function periodColumnProblems({ colType, bounds, timeLag }: WirePeriodColumn) {
  const [least = null, most = null] = bounds ?? []
  const isCrossed = least !== null && most !== null && least >= most
  const isFraction = !Number.isInteger(numberIn(timeLag) ?? 0)
  return {
    ...(isCrossed && colType !== 'spark' ? { bounds: 'has to be above the first' } : {}),
    ...(isFraction ? { lag: 'is expected to be an integer' } : {}),
  }
}
