import { fade } from '../color-schemes.ts'
import type { ChartTokens } from '../tokens.ts'
import type { Outline } from './fit.ts'

export interface MapApi {
  coord(point: readonly number[]): readonly number[]
}

/** How pixels of a map lie on the picture while it is zoomed. */
export function placeOnPicture(api: MapApi) {
  const [x = 0, y = 0] = api.coord([0, 0])
  const scale = (api.coord([1, 0])[0] ?? 1) - x
  return { x, y, scale }
}

/** No group of points is called so. */
const GROUND = '\u0000land'

/** Land below what is shown on it. */
export function landSeries(outlines: readonly Outline[], tokens: ChartTokens) {
  return {
    type: 'custom',
    id: GROUND,
    name: GROUND,
    silent: true,
    clip: true,
    tooltip: { show: false },
    data: outlines.map(({ center }) => [...center]),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }, api: MapApi) => {
      const outline = outlines[dataIndex]
      if (outline === undefined) return null
      const { x, y, scale } = placeOnPicture(api)
      return {
        type: 'path',
        x,
        y,
        scaleX: scale,
        scaleY: scale,
        transition: [],
        shape: { pathData: outline.path },
        style: { fill: fade(tokens.mute, 0.4), stroke: tokens.surface, lineWidth: 0.75, strokeNoScale: true },
      }
    },
  }
}
