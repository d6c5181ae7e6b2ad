import { defineChart } from '../chart.ts'
import { loadMap } from '../parts/maps/map-store.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawCountryMap } from './draw.ts'
import { CountryMapOptions, UNITED_STATES } from './options.ts'
import { countryMapQuery } from './query.ts'

export const countryMap = defineChart({
  id: 'country_map',
  label: RARE_LABELS.country_map,
  options: CountryMapOptions,
  canCrossFilter: true,
  load: ({ country }) => (country === UNITED_STATES ? loadMap('states') : null),
  misses: ({ country }) =>
    country === UNITED_STATES
      ? []
      : [
          {
            setting: 'select_country',
            reason: 'There are no outlines of this country; its parts are shown as a table.',
          },
        ],
  query: countryMapQuery,
  draw: drawCountryMap,
})
