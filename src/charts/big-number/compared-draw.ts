import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, FigureDrawing, Frame } from '../chart.ts'
import { readableColor } from '../parts/contrast.ts'
import { fixedColorText } from '../parts/fixed-color.ts'
import { columnOf, firstFrame } from '../parts/frame.ts'
import { numberFormatter, SMART_NUMBER, toNumber } from '../parts/number-format.ts'
import { tokensOf } from '../parts/tokens.ts'
import { writing } from '../parts/writing.ts'
import type { ComparedNumberOptions } from './compared-options.ts'
import { offsetOf } from './compared-query.ts'
import { figure, subtitleOf, writeFigure } from './draw.ts'

interface Pair {
  readonly now: number | null
  /** Undefined where nothing was asked for. */
  readonly before: number | null | undefined
}

/** One figure, what it was before, and the difference of both in its own unit and in per cent. */
export function drawComparedNumber(
  options: ComparedNumberOptions,
  frames: readonly Frame[],
  context: DrawContext,
): Drawing {
  const frame = firstFrame(frames)
  const label = options.metric === null ? '' : metricLabel(options.metric)
  const shifted = `${label}__${offsetOf(options)}`
  const pair: Pair = {
    now: toNumber(columnOf(frame, label)[0]),
    before: frame.names.includes(shifted) ? toNumber(columnOf(frame, shifted)[0]) : undefined,
  }
  const notes = [noteOf(options, pair), subtitleOf(options)].filter((note) => note !== null)
  const drawn: FigureDrawing = {
    value: writeFigure(options, pair.now, options.isTime),
    subtitle: notes.length === 0 ? null : notes.join(' · '),
    change: changeOf(options, pair, context),
    trend: null,
    color: fixedColorText(options.color),
  }
  return figure(drawn, context.titles[label] ?? label)
}

/** The value before, or why there is none. */
function noteOf(options: ComparedNumberOptions, { before }: Pair): string | null {
  if (offsetOf(options) === null) return null
  const { word } = writing()
  if (before === undefined) return word('A time range is needed to compare')
  if (before === null) return word('No value before')
  return options.visible['#'] === false ? null : `${word('Before')}: ${writeFigure(options, before, options.isTime)}`
}

function changeOf(
  options: ComparedNumberOptions,
  { now, before }: Pair,
  context: DrawContext,
): FigureDrawing['change'] {
  if (now === null || before == null) return null
  const difference = now - before
  const parts = [
    options.visible['△'] === false ? null : signed(differenceWriter(options), difference),
    options.visible['%'] === false || before === 0
      ? null
      : signed(numberFormatter(options.percentFormat ?? ',.1%'), difference / Math.abs(before)),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'flat'
  const color = colorOf(options, difference, context)
  return { text: parts.join(' · '), direction, ...(color === null ? {} : { color }) }
}

/** A difference of times is a length of time. */
const differenceWriter = ({ isTime, numberFormat, currency }: ComparedNumberOptions) =>
  isTime ? numberFormatter('DURATION') : numberFormatter(numberFormat ?? SMART_NUMBER, currency)

function signed(write: (value: number) => string, value: number): string {
  const text = write(value)
  return value > 0 && !text.startsWith('+') ? `+${text}` : text
}

/** What is good and what is bad, in the colours of gains and losses. */
function colorOf({ hasColor, colorScheme }: ComparedNumberOptions, difference: number, { theme }: DrawContext) {
  if (!hasColor || difference === 0) return null
  const tokens = tokensOf(theme)
  const isGood = difference > 0 === (colorScheme !== 'Red')
  return readableColor((isGood ? tokens.cat[6] : tokens.cat[1]) ?? tokens.text2, tokens.surface, tokens.text)
}
