/** Names of the chart types that few dashboards have, whose code comes apart from that of the later ones. */
export const RARE_LABELS = {
  world_map: 'World map',
  country_map: 'Country map',
} as const
