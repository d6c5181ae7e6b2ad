import { CHART_HEIGHT, during, type ExampleContent, figures, simple, TABLE_HEIGHT } from './parts.ts'

const strikes = during('flight_date')
const days = during('date')

/** Wildlife strikes, weather, earthquakes and penguins. */
export const nature: ExampleContent = {
  datasets: [
    {
      table: 'wildlife_strikes',
      description: 'Animals struck by aircraft, as reported to the US Federal Aviation Administration.',
      mainTime: 'flight_date',
      metrics: [
        { name: 'cost', label: 'Cost, USD', expression: 'SUM(cost_total)', format: '$,.0f' },
        {
          name: 'damage_share',
          label: 'With damage',
          expression: "AVG(CASE WHEN damage <> 'None' THEN 1.0 ELSE 0.0 END)",
          format: '.1%',
        },
      ],
      labels: {
        flight_date: 'Date',
        wildlife_size: 'Size of animal',
        phase_of_flight: 'Phase of flight',
        time_of_day: 'Time of day',
      },
    },
    {
      table: 'weather',
      description:
        'Daily weather of Seattle and New York, 2012 to 2015. Source: US National Oceanic and Atmospheric Administration.',
      mainTime: 'date',
      metrics: [
        { name: 'mean_max', label: 'Mean maximum, °C', expression: 'AVG(temp_max_c)', format: ',.1f' },
        { name: 'rain', label: 'Precipitation, mm', expression: 'SUM(precipitation_mm)', format: ',.0f' },
      ],
      labels: {
        temp_max_c: 'Maximum, °C',
        temp_min_c: 'Minimum, °C',
        wind_mps: 'Wind, m/s',
        precipitation_mm: 'Precipitation, mm',
      },
    },
    {
      table: 'earthquakes',
      description: 'Earthquakes of one week in 2018. Source: US Geological Survey.',
      mainTime: 'occurred_at',
      metrics: [{ name: 'strongest', label: 'Strongest', expression: 'MAX(magnitude)', format: '.1f' }],
      labels: { occurred_at: 'Time', depth_km: 'Depth, km' },
    },
    {
      table: 'penguins',
      description: 'Penguins measured near Palmer Station, Antarctica. A small table to try a first query on.',
      mainTime: null,
      metrics: [{ name: 'mean_mass', label: 'Mean body mass, g', expression: 'AVG(body_mass_g)', format: ',.0f' }],
    },
  ],
  charts: [
    {
      name: 'Strikes reported',
      table: 'wildlife_strikes',
      vizType: 'big_number_total',
      form: { metric: 'count', subheader: 'since 1990', y_axis_format: ',d', adhoc_filters: strikes },
    },
    {
      name: 'Cost of strikes',
      table: 'wildlife_strikes',
      vizType: 'big_number_total',
      form: { metric: 'cost', subheader: 'US dollars', y_axis_format: '.3s', adhoc_filters: strikes },
    },
    {
      name: 'Strikes with damage',
      table: 'wildlife_strikes',
      vizType: 'big_number_total',
      form: { metric: 'damage_share', subheader: 'of all reports', y_axis_format: '.1%', adhoc_filters: strikes },
    },
    {
      name: 'Strikes by month',
      table: 'wildlife_strikes',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'flight_date',
        time_grain_sqla: 'P1M',
        metrics: ['count'],
        groupby: ['wildlife_size'],
        stack: 'Stack',
        row_limit: 10000,
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: strikes,
      },
    },
    {
      name: 'Phase of flight',
      table: 'wildlife_strikes',
      vizType: 'pie',
      form: {
        groupby: ['phase_of_flight'],
        metric: 'count',
        row_limit: 10,
        label_type: 'key_percent',
        adhoc_filters: strikes,
      },
    },
    {
      name: 'Time of day',
      table: 'wildlife_strikes',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'time_of_day',
        metrics: ['count'],
        groupby: [],
        orientation: 'horizontal',
        show_value: true,
        row_limit: 10,
        x_axis_sort: 'count',
        x_axis_sort_asc: false,
        y_axis_format: ',d',
        adhoc_filters: strikes,
      },
    },
    {
      name: 'Costliest species',
      table: 'wildlife_strikes',
      vizType: 'table',
      form: {
        query_mode: 'aggregate',
        groupby: ['species'],
        metrics: ['count', 'cost', 'damage_share'],
        timeseries_limit_metric: 'cost',
        order_desc: true,
        row_limit: 50,
        show_totals: true,
        show_cell_bars: true,
        column_config: {
          cost: { d3NumberFormat: '$,.0f' },
          damage_share: { d3NumberFormat: '.1%', showCellBars: false },
        },
        adhoc_filters: strikes,
      },
    },
    {
      name: 'Warmest day',
      table: 'weather',
      vizType: 'big_number_total',
      form: {
        metric: simple('MAX', 'temp_max_c', 'Warmest'),
        subheader: '°C',
        y_axis_format: ',.1f',
        adhoc_filters: days,
      },
    },
    {
      name: 'Strongest wind',
      table: 'weather',
      vizType: 'big_number_total',
      form: {
        metric: simple('MAX', 'wind_mps', 'Wind'),
        subheader: 'metres per second',
        y_axis_format: ',.1f',
        adhoc_filters: days,
      },
    },
    {
      name: 'Rain and snow',
      table: 'weather',
      vizType: 'big_number_total',
      form: { metric: 'rain', subheader: 'millimetres in all', y_axis_format: ',.0f', adhoc_filters: days },
    },
    {
      name: 'Mean daily maximum',
      table: 'weather',
      vizType: 'echarts_timeseries_line',
      form: {
        x_axis: 'date',
        time_grain_sqla: 'P1M',
        metrics: ['mean_max'],
        groupby: ['location'],
        row_limit: 10000,
        y_axis_format: ',.0f',
        adhoc_filters: days,
      },
    },
    {
      name: 'Kinds of weather',
      table: 'weather',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'location',
        metrics: ['count'],
        groupby: ['weather'],
        stack: 'Stack',
        row_limit: 50,
        y_axis_format: ',d',
        adhoc_filters: days,
      },
    },
    {
      name: 'Precipitation by month',
      table: 'weather',
      vizType: 'echarts_timeseries_bar',
      form: {
        x_axis: 'date',
        time_grain_sqla: 'P1M',
        metrics: ['rain'],
        groupby: ['location'],
        row_limit: 10000,
        y_axis_format: ',.0f',
        adhoc_filters: days,
      },
    },
  ],
  dashboards: [
    {
      title: 'Wildlife strikes',
      slug: 'wildlife-strikes',
      description: 'Animals and aircraft, 1990 to 2002',
      rows: [
        figures('Strikes reported', 'Cost of strikes', 'Strikes with damage'),
        [
          { chart: 'Strikes by month', width: 8, height: CHART_HEIGHT },
          { chart: 'Phase of flight', width: 4, height: CHART_HEIGHT },
        ],
        [
          { chart: 'Time of day', width: 4, height: TABLE_HEIGHT },
          { chart: 'Costliest species', width: 8, height: TABLE_HEIGHT },
        ],
      ],
      filters: [
        { name: 'Time', kind: 'filter_time' },
        { name: 'State', kind: 'filter_select', table: 'wildlife_strikes', column: 'state' },
        { name: 'Size', kind: 'filter_select', table: 'wildlife_strikes', column: 'wildlife_size' },
      ],
    },
    {
      title: 'Seattle and New York weather',
      slug: 'weather',
      description: 'Four years of days in two cities',
      rows: [
        figures('Warmest day', 'Strongest wind', 'Rain and snow'),
        [{ chart: 'Mean daily maximum', width: 12, height: CHART_HEIGHT }],
        [
          { chart: 'Precipitation by month', width: 8, height: CHART_HEIGHT },
          { chart: 'Kinds of weather', width: 4, height: CHART_HEIGHT },
        ],
      ],
      filters: [
        { name: 'Time', kind: 'filter_time' },
        { name: 'City', kind: 'filter_select', table: 'weather', column: 'location' },
      ],
    },
  ],
}
