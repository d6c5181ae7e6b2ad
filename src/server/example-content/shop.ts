import { CHART_HEIGHT, during, type ExampleContent, figures, TABLE_HEIGHT } from './parts.ts'

const TIME = 'ordered_at'
/** Whole weeks alone, since lines by week that end with a week just begun fall at their end. */
const WEEKS = 'start of last 13 weeks : start of this week'
const recent = during(TIME, WEEKS)
const figure = (metric: string, subtitle: string, format: string) => ({
  metric,
  x_axis: TIME,
  time_grain_sqla: 'P1W',
  aggregation: 'sum',
  subtitle,
  y_axis_format: format,
  adhoc_filters: recent,
})

/** A made-up outdoor shop whose last order is of today. */
export const shop: ExampleContent = {
  datasets: [
    {
      table: 'orders',
      description: 'Orders of a made-up outdoor shop. The dates end today, so relative time ranges are never empty.',
      mainTime: TIME,
      metrics: [
        {
          name: 'revenue',
          label: 'Revenue',
          expression: 'SUM(revenue)',
          format: ',.0f',
          description: 'What customers paid, discount taken off',
        },
        { name: 'margin', label: 'Margin', expression: 'SUM(revenue - cost)', format: ',.0f' },
        {
          name: 'margin_share',
          label: 'Margin share',
          expression: 'SUM(revenue - cost) / NULLIF(SUM(revenue), 0)',
          format: '.1%',
        },
        { name: 'average_order', label: 'Average order', expression: 'AVG(revenue)', format: ',.2f' },
        { name: 'customers', label: 'Customers', expression: 'COUNT(DISTINCT customer_id)', format: ',d' },
        {
          name: 'return_share',
          label: 'Returned',
          expression: "AVG(CASE WHEN status = 'returned' THEN 1.0 ELSE 0.0 END)",
          format: '.1%',
        },
      ],
      labels: { ordered_at: 'Ordered at', unit_price: 'Unit price', order_id: 'Order', customer_id: 'Customer' },
    },
    {
      table: 'customers',
      description: 'Customers of the made-up outdoor shop.',
      mainTime: 'signed_up_on',
      metrics: [
        {
          name: 'subscribers',
          label: 'Subscribers',
          expression: 'SUM(CASE WHEN is_subscriber THEN 1 ELSE 0 END)',
          format: ',d',
        },
      ],
    },
  ],
  charts: [
    { name: 'Revenue', table: 'orders', vizType: 'big_number', form: figure('revenue', 'last 13 weeks', '.3s') },
    { name: 'Margin', table: 'orders', vizType: 'big_number', form: figure('margin', 'last 13 weeks', '.3s') },
    { name: 'Orders', table: 'orders', vizType: 'big_number', form: figure('count', 'last 13 weeks', ',d') },
    {
      name: 'Average order',
      table: 'orders',
      vizType: 'big_number_total',
      form: { metric: 'average_order', subheader: 'last 13 weeks', y_axis_format: ',.2f', adhoc_filters: recent },
    },
    {
      name: 'Revenue by channel',
      table: 'orders',
      vizType: 'echarts_timeseries_line',
      form: {
        x_axis: TIME,
        time_grain_sqla: 'P1W',
        metrics: ['revenue'],
        groupby: ['channel'],
        row_limit: 10000,
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Revenue by category',
      table: 'orders',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'category',
        metrics: ['revenue'],
        groupby: [],
        orientation: 'horizontal',
        row_limit: 50,
        show_value: true,
        x_axis_sort: 'revenue',
        x_axis_sort_asc: false,
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Orders by segment',
      table: 'orders',
      vizType: 'pie',
      form: {
        groupby: ['segment'],
        metric: 'count',
        row_limit: 10,
        donut: true,
        label_type: 'key_percent',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Revenue by country and channel',
      table: 'orders',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'country',
        metrics: ['revenue'],
        groupby: ['channel'],
        stack: 'Stack',
        row_limit: 200,
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: recent,
      },
    },
    {
      name: 'Best sellers',
      table: 'orders',
      vizType: 'table',
      form: {
        query_mode: 'aggregate',
        groupby: ['product', 'category'],
        metrics: ['revenue', 'margin_share', 'count', 'return_share'],
        timeseries_limit_metric: 'revenue',
        order_desc: true,
        row_limit: 50,
        show_totals: true,
        show_cell_bars: true,
        column_config: {
          margin_share: { d3NumberFormat: '.1%', showCellBars: false },
          return_share: { d3NumberFormat: '.1%', showCellBars: false },
          revenue: { d3NumberFormat: ',.0f' },
        },
        adhoc_filters: recent,
      },
    },
  ],
  dashboards: [
    {
      title: 'Outdoor shop',
      slug: 'outdoor-shop',
      description: 'Sales of a made-up shop, up to today',
      rows: [
        figures('Revenue', 'Margin', 'Orders', 'Average order'),
        [
          { chart: 'Revenue by channel', width: 8, height: CHART_HEIGHT },
          { chart: 'Revenue by category', width: 4, height: CHART_HEIGHT },
        ],
        [
          { chart: 'Revenue by country and channel', width: 8, height: CHART_HEIGHT },
          { chart: 'Orders by segment', width: 4, height: CHART_HEIGHT },
        ],
        [{ chart: 'Best sellers', width: 12, height: TABLE_HEIGHT }],
      ],
      filters: [
        { name: 'Time', kind: 'filter_time', value: WEEKS },
        { name: 'Country', kind: 'filter_select', table: 'orders', column: 'country' },
        { name: 'Segment', kind: 'filter_select', table: 'orders', column: 'segment' },
      ],
    },
  ],
}
