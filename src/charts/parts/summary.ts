import type { OneSeries, SeriesModel } from './series-model.ts'

const LISTED = 6

/** What the chart shows, in words: the text alternative of the picture. */
export function seriesSummary(
  kind: string,
  model: SeriesModel,
  writeX: (value: unknown) => string,
  writeY: (value: number | null) => string,
): string {
  const count = model.xValues.length
  if (count === 0) return `${kind} without rows.`
  const range = `${writeX(model.xValues[0])} to ${writeX(model.xValues[count - 1])}`
  const shown = model.series.slice(0, LISTED).map((one) => `${one.name}: ${extremes(one, model, writeX, writeY)}`)
  const more = model.series.length > LISTED ? ` ${model.series.length - LISTED} more series.` : ''
  return `${kind}, ${count} points from ${range}. ${shown.join('. ')}.${more}`
}

function extremes(
  { values }: OneSeries,
  model: SeriesModel,
  writeX: (value: unknown) => string,
  writeY: (value: number | null) => string,
): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const [first] = known
  if (first === undefined) return 'no values'
  const least = known.reduce((a, b) => (b.value < a.value ? b : a), first)
  const most = known.reduce((a, b) => (b.value > a.value ? b : a), first)
  return `lowest ${writeY(least.value)} at ${writeX(model.xValues[least.index])}, highest ${writeY(most.value)} at ${writeX(model.xValues[most.index])}`
}
