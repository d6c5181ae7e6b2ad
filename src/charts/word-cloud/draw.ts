import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { fade } from '../parts/color-schemes.ts'
import { readableColor } from '../parts/contrast.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { type PlacedWord, placeWords, wordWidth } from './layout.ts'
import type { WordCloudOptions } from './options.ts'

export const SMALLEST_PX = 10
export const LARGEST_PX = 70
/** More words than these are too small to be read, and take long to be placed. */
const MOST_WORDS = 250
const LISTED = 6
/** No word is wider than this share of the board. */
const WIDEST = 0.92
const LONGEST = 40

interface Counted {
  readonly name: string
  readonly key: unknown
  readonly value: number
}

export function drawWordCloud(options: WordCloudOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const words = wordsOf(options, firstFrame(frames))
  context.announce?.(words.map(({ name }) => name))
  const placed = placedOf(words, options, context)
  const byName = new Map(words.map((word) => [word.name, word]))
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  return {
    kind: 'echarts',
    summary: summaryOf(words, placed.length, writeValue),
    select: ({ name }) => {
      const word = byName.get(name)
      if (word === undefined || options.series === null) return null
      return { filters: [{ column: columnLabel(options.series), values: [word.key] }], label: word.name }
    },
    option: {
      grid: { left: 0, right: 0, top: 0, bottom: 0 },
      xAxis: { type: 'value', min: 0, max: Math.max(1, context.width), show: false },
      yAxis: { type: 'value', min: 0, max: Math.max(1, context.height), inverse: true, show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name }: { readonly name: string }) => {
          const word = byName.get(name)
          if (word === undefined) return ''
          const label = options.metric === null ? '' : metricLabel(options.metric)
          const row = {
            name: context.titles[label] ?? label,
            value: writeValue(word.value),
            color: context.color(name),
          }
          return tooltipHtml(name, [row], null, tokens)
        },
      },
      series: [seriesOf(words, placed, context)],
    },
  }
}

function summaryOf(words: readonly Counted[], shown: number, write: (value: number) => string): string {
  if (words.length === 0) return 'Word cloud without rows.'
  const largest = words.slice(0, LISTED).map(({ name, value }) => `${name}: ${write(value)}`)
  const whole = `${words.length} ${words.length === 1 ? 'word' : 'words'}`
  const count = shown < words.length ? `${shown} of ${whole}` : whole
  return `Word cloud, ${count}. ${largest.join('. ')}.`
}

/** A word is the label of a point that is not seen. */
function seriesOf(words: readonly Counted[], placed: readonly PlacedWord[], context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  return {
    type: 'scatter',
    symbolSize: 1,
    itemStyle: { color: 'transparent', borderWidth: 0 },
    cursor: 'pointer',
    data: placed.flatMap(({ index, text, x, y, size, angle }) => {
      const word = words[index]
      if (word === undefined) return []
      const color = readableColor(context.color(word.name), tokens.surface, tokens.text)
      const isFaded = chosen !== null && !chosen.has(String(word.key))
      return [
        {
          name: word.name,
          value: [x, y],
          label: {
            show: true,
            position: 'inside',
            formatter: () => text,
            fontFamily: FONT,
            fontSize: size,
            fontWeight: 600,
            // The library turns the other way round.
            rotate: -angle,
            color: isFaded ? fade(color, 0.28) : color,
          },
        },
      ]
    }),
  }
}

/** The words with a figure, largest first; what is not above nothing has the smallest letters. */
function wordsOf(options: WordCloudOptions, frame: Frame): readonly Counted[] {
  const names = options.series === null ? [] : [columnLabel(options.series)]
  const [keys = []] = names.map((name) => columnOf(frame, name))
  const nameOf = groupWriter(frame, names)
  const cells = columnOf(frame, options.metric === null ? '' : metricLabel(options.metric)).map(toNumber)
  const words = cells.flatMap((value, row) => (value === null ? [] : [{ name: nameOf(row), key: keys[row], value }]))
  return words.filter(({ name }) => name.trim() !== '').toSorted((a, b) => b.value - a.value)
}

function placedOf(words: readonly Counted[], options: WordCloudOptions, context: DrawContext): readonly PlacedWord[] {
  const from = options.sizeFrom ?? SMALLEST_PX
  const to = Math.max(from, options.sizeTo ?? LARGEST_PX)
  const most = Math.max(0, words[0]?.value ?? 0)
  const sized = words.slice(0, MOST_WORDS).map(({ name, value }) => {
    const text = name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name
    const size = from + (to - from) * (most === 0 ? 0 : Math.max(0, value) / most)
    const angle = angleOf(name, options.rotation)
    const room = (angle === 90 ? context.height : context.width) * WIDEST
    return { text, size: Math.min(size, room / wordWidth(text)), angle }
  })
  return placeWords(sized, context.width, context.height)
}

/** The same word lies the same way in every picture. */
function angleOf(name: string, rotation: WordCloudOptions['rotation']): number {
  let hash = 7
  for (let at = 0; at < name.length; at++) hash = (hash * 31 + name.charCodeAt(at)) >>> 0
  if (rotation === 'random') return ((hash % 6) - 3) * 30
  return rotation === 'square' && hash % 2 === 1 ? 90 : 0
}
