import { own } from '../../kernel/own.ts'

type Series = { readonly type?: unknown; readonly data?: unknown }

/** Whether an ECharts option draws anything: false where every value is null, or no row has a size. */
export function hasMarks(option: object): boolean {
  const { series } = option as { readonly series?: readonly Series[] }
  return (
    series === undefined ||
    series.some(({ type, data }) => !Array.isArray(data) || data.some(own(OTHER_MARKS, String(type)) ?? hasValue))
  )
}

/** A value is one alone, the second of a point, or the `value` of a mark with looks of its own. */
function hasValue(mark: unknown): boolean {
  const value = isMark(mark) ? mark.value : mark
  return (Array.isArray(value) ? value[1] : value) != null
}

/** A mark of as many values as there are axes. */
const hasAnyValue = (mark: unknown) => isMark(mark) && [mark.value].flat().some((value) => value != null)

/** A candle is drawn of four values. */
const hasEveryValue = (mark: unknown) => isMark(mark) && [mark.value].flat().every((value) => typeof value === 'number')

const OTHER_MARKS = { radar: hasAnyValue, parallel: hasAnyValue, candlestick: hasEveryValue }

const isMark = (mark: unknown): mark is { readonly value: unknown } =>
  typeof mark === 'object' && mark !== null && 'value' in mark
