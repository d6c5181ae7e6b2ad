import { defineChart } from '../chart.ts'
import { loadMaps } from '../parts/maps/map-store.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawClusterMap } from './draw.ts'
import { ClusterMapOptions } from './options.ts'
import { clusterMapQuery } from './query.ts'

export const clusterMap = defineChart({
  id: 'mapbox',
  label: RARE_LABELS.mapbox,
  options: ClusterMapOptions,
  canCrossFilter: false,
  load: () => loadMaps(['world', 'states']),
  query: clusterMapQuery,
  draw: drawClusterMap,
})
