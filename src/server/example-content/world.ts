import type { ExampleContent } from './parts.ts'

/** Tables without a dashboard of their own, ready for a first chart. */
export const world: ExampleContent = {
  datasets: [
    {
      table: 'gapminder',
      description:
        'Population, life expectancy and fertility of countries, 1955 to 2005. Source: Gapminder, CC BY 4.0.',
      mainTime: 'year',
      metrics: [
        { name: 'people', label: 'Population', expression: 'SUM(population)', format: '.3s' },
        { name: 'mean_life', label: 'Mean life expectancy', expression: 'AVG(life_expectancy)', format: '.1f' },
      ],
      labels: { life_expectancy: 'Life expectancy' },
    },
    {
      table: 'us_jobs',
      description: 'Jobs by industry in the United States, in thousands. Source: US Bureau of Labor Statistics.',
      mainTime: 'month',
      metrics: [{ name: 'jobs', label: 'Jobs, thousands', expression: 'SUM(jobs_thousands)', format: ',.0f' }],
      labels: { jobs_thousands: 'Jobs, thousands' },
    },
    {
      table: 'zip_codes',
      description: 'Postal codes of the United States. Source: GeoNames, CC BY 4.0.',
      mainTime: null,
      metrics: [],
      labels: { zip_code: 'Postal code' },
    },
  ],
  charts: [
    {
      name: 'Jobs by industry',
      table: 'us_jobs',
      vizType: 'echarts_area',
      form: {
        x_axis: 'month',
        time_grain_sqla: 'P1M',
        metrics: ['jobs'],
        groupby: ['industry'],
        row_limit: 10000,
        y_axis_format: 'SMART_NUMBER',
      },
    },
  ],
  dashboards: [],
}
