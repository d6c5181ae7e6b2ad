import { CHART_HEIGHT, during, type ExampleContent, figures, TABLE_HEIGHT, where } from './parts.ts'

const TIME = 'occurred_at'
const recent = during(TIME, 'Last 30 days')
const figure = (metric: string, format: string) => ({
  metric,
  x_axis: TIME,
  time_grain_sqla: 'P1D',
  aggregation: 'sum',
  subtitle: 'last 30 days',
  y_axis_format: format,
  adhoc_filters: recent,
})

/** Visits to the made-up shop's site. */
export const webTraffic: ExampleContent = {
  datasets: [
    {
      table: 'web_events',
      description: 'What visitors of the made-up shop did on its site, up to today.',
      mainTime: TIME,
      metrics: [
        { name: 'visitors', label: 'Visitors', expression: 'COUNT(DISTINCT visitor_id)', format: ',d' },
        {
          name: 'purchases',
          label: 'Purchases',
          expression: "SUM(CASE WHEN event = 'purchase' THEN 1 ELSE 0 END)",
          format: ',d',
        },
        { name: 'median_load', label: 'Median load, ms', expression: 'MEDIAN(load_ms)', format: ',.0f' },
        {
          name: 'new_share',
          label: 'New visitors',
          expression: 'AVG(CASE WHEN is_new_visitor THEN 1.0 ELSE 0.0 END)',
          format: '.1%',
        },
      ],
      labels: { occurred_at: 'Time', load_ms: 'Load, ms', visitor_id: 'Visitor' },
    },
  ],
  charts: [
    { name: 'Events', table: 'web_events', vizType: 'big_number', form: figure('count', '.3s') },
    { name: 'Purchases', table: 'web_events', vizType: 'big_number', form: figure('purchases', ',d') },
    {
      name: 'Median load time',
      table: 'web_events',
      vizType: 'big_number_total',
      form: {
        metric: 'median_load',
        subheader: 'milliseconds, last 30 days',
        y_axis_format: ',.0f',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Events by device',
      table: 'web_events',
      vizType: 'echarts_area',
      form: {
        x_axis: TIME,
        time_grain_sqla: 'P1D',
        metrics: ['count'],
        groupby: ['device'],
        row_limit: 10000,
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Where visitors come from',
      table: 'web_events',
      vizType: 'pie',
      form: {
        groupby: ['referrer'],
        metric: 'visitors',
        row_limit: 10,
        label_type: 'key_percent',
        adhoc_filters: recent,
      },
    },
    {
      name: 'From view to purchase',
      table: 'web_events',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'event',
        metrics: ['count'],
        groupby: [],
        orientation: 'horizontal',
        show_value: true,
        row_limit: 20,
        x_axis_sort: 'count',
        x_axis_sort_asc: false,
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Median load by browser',
      table: 'web_events',
      vizType: 'echarts_timeseries_line',
      form: {
        x_axis: TIME,
        time_grain_sqla: 'P1D',
        metrics: ['median_load'],
        groupby: ['browser'],
        row_limit: 10000,
        y_axis_format: ',.0f',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Busiest pages',
      table: 'web_events',
      vizType: 'table',
      form: {
        query_mode: 'aggregate',
        groupby: ['page'],
        metrics: ['count', 'visitors', 'median_load', 'new_share'],
        timeseries_limit_metric: 'count',
        order_desc: true,
        row_limit: 50,
        show_cell_bars: true,
        column_config: {
          new_share: { d3NumberFormat: '.1%', showCellBars: false },
          median_load: { d3NumberFormat: ',.0f', showCellBars: false },
        },
        adhoc_filters: [...recent, where('event', '==', 'page_view')],
      },
    },
  ],
  dashboards: [
    {
      title: 'Web traffic',
      slug: 'web-traffic',
      description: 'Visits to the shop, by device, page and source',
      rows: [
        figures('Events', 'Purchases', 'Median load time'),
        [
          { chart: 'Events by device', width: 8, height: CHART_HEIGHT },
          { chart: 'Where visitors come from', width: 4, height: CHART_HEIGHT },
        ],
        [
          { chart: 'From view to purchase', width: 4, height: CHART_HEIGHT },
          { chart: 'Median load by browser', width: 8, height: CHART_HEIGHT },
        ],
        [{ chart: 'Busiest pages', width: 12, height: TABLE_HEIGHT }],
      ],
      filters: [
        { name: 'Time', kind: 'filter_time', value: 'Last 30 days' },
        { name: 'Country', kind: 'filter_select', table: 'web_events', column: 'country' },
        { name: 'Device', kind: 'filter_select', table: 'web_events', column: 'device' },
      ],
    },
  ],
}
