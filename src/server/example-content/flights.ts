import { CHART_HEIGHT, during, type ExampleContent, figures, simple, TABLE_HEIGHT } from './parts.ts'

const TIME = 'departed_at'
const all = during(TIME)
/** The flights end on a Saturday, and their last week is left out where they are grouped by week. */
const wholeWeeks = during(TIME, '2001-01-01 : 2001-06-25')
const weekly = (metric: unknown, format: string) => ({
  metric,
  x_axis: TIME,
  time_grain_sqla: 'P1W',
  subtitle: 'latest week',
  y_axis_format: format,
  adhoc_filters: wholeWeeks,
})

/** Departures of US airports in the first half of 2001. */
export const flights: ExampleContent = {
  datasets: [
    {
      table: 'flights',
      description: 'A sample of 300,000 US flights, January to June 2001. Source: US Department of Transportation.',
      mainTime: TIME,
      metrics: [
        { name: 'mean_delay', label: 'Mean delay, minutes', expression: 'AVG(delay_minutes)', format: ',.1f' },
        {
          name: 'late_share',
          label: 'Late by more than 15 min',
          expression: 'AVG(CASE WHEN delay_minutes > 15 THEN 1.0 ELSE 0.0 END)',
          format: '.1%',
        },
        {
          name: 'p90_delay',
          label: '90th percentile, minutes',
          expression: 'QUANTILE_CONT(delay_minutes, 0.9)',
          format: ',.0f',
        },
      ],
      labels: { departed_at: 'Departed at', delay_minutes: 'Delay, minutes', distance_miles: 'Distance, miles' },
      calculated: {
        hour: { sql: 'EXTRACT(hour FROM departed_at)', type: 'BIGINT', label: 'Hour' },
        weekday: { sql: "STRFTIME(departed_at, '%u %a')", type: 'VARCHAR', label: 'Weekday' },
      },
    },
    {
      table: 'airports',
      description: 'Airports of the United States with their position.',
      mainTime: null,
      metrics: [],
    },
  ],
  charts: [
    { name: 'Flights', table: 'flights', vizType: 'big_number', form: weekly('count', ',d') },
    {
      name: 'Mean delay',
      table: 'flights',
      vizType: 'big_number',
      form: { ...weekly('mean_delay', ',.1f'), subtitle: 'minutes, latest week' },
    },
    {
      name: 'Late flights',
      table: 'flights',
      vizType: 'big_number',
      form: { ...weekly('late_share', '.1%'), subtitle: 'more than 15 minutes, latest week' },
    },
    {
      name: 'Airports served',
      table: 'flights',
      vizType: 'big_number_total',
      form: {
        metric: simple('COUNT_DISTINCT', 'origin', 'Airports'),
        subheader: 'with a departure',
        y_axis_format: ',d',
        adhoc_filters: all,
      },
    },
    {
      name: 'Mean delay by week',
      table: 'flights',
      vizType: 'echarts_timeseries_line',
      form: {
        x_axis: TIME,
        time_grain_sqla: 'P1W',
        metrics: ['mean_delay'],
        groupby: ['origin_state'],
        limit: 5,
        timeseries_limit_metric: 'count',
        row_limit: 10000,
        y_axis_format: ',.1f',
        adhoc_filters: wholeWeeks,
      },
    },
    {
      name: 'Departures by airport',
      table: 'flights',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'origin',
        metrics: ['count'],
        groupby: [],
        orientation: 'horizontal',
        show_value: true,
        row_limit: 10,
        x_axis_sort: 'count',
        x_axis_sort_asc: false,
        timeseries_limit_metric: 'count',
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: all,
      },
    },
    {
      name: 'Delay by hour of departure',
      table: 'flights',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'hour',
        xAxisForceCategorical: true,
        metrics: ['mean_delay'],
        groupby: [],
        row_limit: 24,
        x_axis_sort: 'hour',
        x_axis_sort_asc: true,
        y_axis_format: ',.0f',
        adhoc_filters: all,
      },
    },
    {
      name: 'Routes',
      table: 'flights',
      vizType: 'table',
      form: {
        query_mode: 'aggregate',
        groupby: ['origin', 'destination'],
        metrics: ['count', 'mean_delay', 'p90_delay', 'late_share'],
        timeseries_limit_metric: 'count',
        order_desc: true,
        row_limit: 100,
        show_totals: true,
        show_cell_bars: true,
        column_config: {
          mean_delay: { d3NumberFormat: ',.1f', showCellBars: false },
          p90_delay: { d3NumberFormat: ',.0f', showCellBars: false },
          late_share: { d3NumberFormat: '.1%', showCellBars: false },
        },
        adhoc_filters: all,
      },
    },
  ],
  dashboards: [
    {
      title: 'Departure performance',
      slug: 'departure-performance',
      description: 'How punctual US flights were in the first half of 2001',
      rows: [
        figures('Flights', 'Mean delay', 'Late flights', 'Airports served'),
        [
          { chart: 'Mean delay by week', width: 7, height: CHART_HEIGHT },
          { chart: 'Departures by airport', width: 5, height: CHART_HEIGHT },
        ],
        [
          { chart: 'Delay by hour of departure', width: 5, height: TABLE_HEIGHT },
          { chart: 'Routes', width: 7, height: TABLE_HEIGHT },
        ],
      ],
      filters: [
        { name: 'Time', kind: 'filter_time' },
        { name: 'Origin', kind: 'filter_select', table: 'flights', column: 'origin' },
        { name: 'State', kind: 'filter_select', table: 'flights', column: 'origin_state' },
      ],
    },
  ],
}
