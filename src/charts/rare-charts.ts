import { countryMap } from './country-map/index.ts'
import { worldMap } from './world-map/index.ts'

/** Chart types that few dashboards have: a browser loads their code when it meets one, and not with the later ones. */
export const RARE_CHARTS = [worldMap, countryMap] as const
