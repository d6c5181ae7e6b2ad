/** Names of the chart types whose code a browser loads when it meets one: lists name them without it. */
export const LATER_LABELS = {
  echarts_timeseries: 'Any series',
  echarts_timeseries_scatter: 'Scatter',
  mixed_timeseries: 'Mixed',
  pivot_table_v2: 'Pivot table',
  histogram_v2: 'Histogram',
  heatmap_v2: 'Heatmap',
  cal_heatmap: 'Calendar',
  treemap_v2: 'Treemap',
  sunburst_v2: 'Sunburst',
  sankey_v2: 'Sankey',
  funnel: 'Funnel',
  bubble_v2: 'Bubbles',
  box_plot: 'Box plot',
  waterfall: 'Waterfall',
  word_cloud: 'Word cloud',
} as const
