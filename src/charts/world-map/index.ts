import { defineChart } from '../chart.ts'
import { loadMap } from '../parts/maps/map-store.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawWorldMap } from './draw.ts'
import { WorldMapOptions } from './options.ts'
import { worldMapQuery } from './query.ts'

export const worldMap = defineChart({
  id: 'world_map',
  label: RARE_LABELS.world_map,
  options: WorldMapOptions,
  canCrossFilter: true,
  load: () => loadMap('world'),
  query: worldMapQuery,
  draw: drawWorldMap,
})
