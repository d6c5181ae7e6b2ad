import { bullet } from './bullet/index.ts'
import { butterfly } from './butterfly/index.ts'
import { candlestick } from './candlestick/index.ts'
import { chord } from './chord/index.ts'
import { clusterMap } from './cluster-map/index.ts'
import { countryMap } from './country-map/index.ts'
import { gantt } from './gantt/index.ts'
import { handlebars } from './handlebars/index.ts'
import { horizon } from './horizon/index.ts'
import { parallel } from './parallel/index.ts'
import { partition } from './partition/index.ts'
import { percentChange } from './percent-change/index.ts'
import { pointMap } from './point-map/index.ts'
import { rose } from './rose/index.ts'
import { tTest } from './t-test/index.ts'
import { timePivot } from './time-pivot/index.ts'
import { tree } from './tree/index.ts'
import { worldMap } from './world-map/index.ts'

/** Chart types that few dashboards have: a browser loads their code when it meets one, and not with the later ones. */
export const RARE_CHARTS = [
  worldMap,
  countryMap,
  parallel,
  candlestick,
  gantt,
  tree,
  bullet,
  butterfly,
  rose,
  partition,
  chord,
  timePivot,
  horizon,
  percentChange,
  tTest,
  handlebars,
  pointMap,
  clusterMap,
] as const
