import { candlestick } from './candlestick/index.ts'
import { countryMap } from './country-map/index.ts'
import { gantt } from './gantt/index.ts'
import { parallel } from './parallel/index.ts'
import { tree } from './tree/index.ts'
import { worldMap } from './world-map/index.ts'

/** Chart types that few dashboards have: a browser loads their code when it meets one, and not with the later ones. */
export const RARE_CHARTS = [worldMap, countryMap, parallel, candlestick, gantt, tree] as const
