const sum = { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'total' }
const day = {
  timeGrain: 'P1D',
  columnType: 'BASE_AXIS',
  sqlExpression: 'happened',
  label: 'happened',
  expressionType: 'SQL',
}

/** One query of each kind of chart that the product has. */
export const CHARTS = {
  'big number': { columns: [], metrics: [sum] },
  bar: { columns: ['category'], metrics: [sum], orderby: [[sum, false]], row_limit: 100 },
  pie: { columns: ['region'], metrics: ['count'], row_limit: 100 },
  line: { columns: [day, 'is_paid'], metrics: [sum], row_limit: 10_000 },
  table: { columns: ['user_id'], metrics: [sum, 'count'], orderby: [[sum, false]], row_limit: 100 },
}

/** The body of `POST /api/v1/chart/data` for a query. */
export const chartBody = (datasetId, query, force) =>
  JSON.stringify({
    datasource: { id: datasetId, type: 'table' },
    force,
    queries: [query],
    result_format: 'json',
    result_type: 'full',
  })
