import type { DrawContext } from '../chart.ts'
import { categoryAxis, plotArea, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { rowScroll } from '../parts/row-scroll.ts'
import type { SeriesScene } from '../parts/series-scene.ts'
import type { Places } from '../parts/time-places.ts'
import { FONT } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'

const ROW_HEIGHT = 22
const MAX_NAME_WIDTH = 160

/** One series lying: names at the left, bars, figures in a column at the right; the rest is a scroll away. */
export function rankedBars(scene: SeriesScene, places: Places, context: DrawContext) {
  const { tokens } = scene
  const [one] = scene.model.series
  const values = one?.values ?? []
  const texts = values.map((value) => scene.writeValue(value))
  const room = Math.max(36, ...texts.slice(0, 200).map((text) => textWidth(text) + 10))
  const fits = Math.max(1, Math.floor(context.height / ROW_HEIGHT))
  const hasMore = values.length > fits
  const most = values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0)
  const base = { type: 'bar', barWidth: '58%', barMaxWidth: 16, barGap: '-100%' }
  const isFaded = (row: number) => one !== undefined && scene.isFaded(one, row)
  const color = one ? scene.colorOf(one) : tokens.mute
  return {
    grid: plotArea({ top: 0, bottom: 0, right: room + (hasMore ? 12 : 0) }),
    legend: { show: false },
    tooltip: {
      ...tooltipBox(tokens),
      trigger: 'item',
      formatter: (point: { name: string; dataIndex: number }) =>
        tooltipHtml(point.name, [{ name: one?.name ?? '', value: texts[point.dataIndex] ?? '', color }], null, tokens),
    },
    xAxis: { type: 'value', show: false, max: most > 0 ? most * 1.02 : undefined },
    yAxis: {
      ...categoryAxis(tokens, places.labels, {
        margin: 10,
        interval: 0,
        width: Math.min(MAX_NAME_WIDTH, Math.floor(context.width * 0.32)),
        overflow: 'truncate',
        color: tokens.text2,
      }),
      inverse: true,
      axisLine: { show: false },
    },
    dataZoom: hasMore ? rowScroll(fits, tokens) : [],
    series: [
      {
        ...base,
        id: one?.name ?? 'bars',
        name: one?.name ?? '',
        data: values.map((value, row) => ({ value, itemStyle: { color: isFaded(row) ? fade(color, 0.25) : color } })),
      },
      {
        ...base,
        id: 'figures',
        silent: true,
        animation: false,
        itemStyle: { color: 'transparent' },
        tooltip: { show: false },
        data: values.map((_, row) => ({
          value: most > 0 ? most * 1.02 : 0,
          label: { color: isFaded(row) ? tokens.text3 : tokens.text },
        })),
        label: {
          show: true,
          position: 'right',
          align: 'right',
          offset: [room - 7, 0],
          fontSize: 11,
          fontFamily: FONT,
          formatter: ({ dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '',
        },
      },
    ],
  }
}
