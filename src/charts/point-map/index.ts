import { defineChart } from '../chart.ts'
import { loadMaps } from '../parts/maps/map-store.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawPointMap } from './draw.ts'
import { PointMapOptions } from './options.ts'
import { pointMapQuery } from './query.ts'

export const pointMap = defineChart({
  id: 'deck_scatter',
  label: RARE_LABELS.deck_scatter,
  options: PointMapOptions,
  canCrossFilter: true,
  load: () => loadMaps(['world', 'states']),
  query: pointMapQuery,
  draw: drawPointMap,
})
