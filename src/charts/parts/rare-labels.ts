/** Names of the chart types that few dashboards have, whose code comes apart from that of the later ones. */
export const RARE_LABELS = {
  world_map: 'World map',
  country_map: 'Country map',
  para: 'Parallel coordinates',
  candlestick: 'Candlestick',
  gantt_chart: 'Gantt',
  tree_chart: 'Tree',
  bullet: 'Bullet',
  butterfly: 'Butterfly',
  rose: 'Rose',
  partition: 'Partition',
  chord: 'Chord',
  time_pivot: 'Time pivot',
  horizon: 'Horizon',
  compare: 'Change in per cent',
  paired_ttest: 'Paired t-test',
  handlebars: 'Template',
} as const
