/** Names of the chart types whose code a browser loads when it meets one: lists name them without it. */
export const LATER_LABELS = {
  pivot_table_v2: 'Pivot table',
} as const
