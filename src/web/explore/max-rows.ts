import { bootstrap } from '../app/bootstrap.ts'

const DEFAULT_MAX_ROWS = 100_000

/** The most rows that the server gives to a chart. */
export function maxRows(): number {
  const { SQL_MAX_ROW } = bootstrap().common.conf
  return typeof SQL_MAX_ROW === 'number' ? SQL_MAX_ROW : DEFAULT_MAX_ROWS
}
