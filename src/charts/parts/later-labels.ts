/** Names of the chart types whose code a browser loads when it meets one: lists name them without it. */
export const LATER_LABELS = {
  echarts_timeseries: 'Any series',
  echarts_timeseries_scatter: 'Scatter',
  mixed_timeseries: 'Mixed',
  pivot_table_v2: 'Pivot table',
} as const
