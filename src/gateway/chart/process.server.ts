import type { QueryContext, QueryObject } from '../../query/query-object.ts'
import type { AskContext } from './context.server.ts'
import { type AskedRows, askRows } from './rows.server.ts'

export type ProcessedRows = AskedRows

/** Rows of a query after its post-processing, as records. */
export async function processedRows(
  context: AskContext,
  query: QueryObject,
  options: Pick<QueryContext, 'force' | 'formData'> & {
    readonly ttlSec: number | null
    readonly shape?: 'records' | 'columns'
  },
): Promise<ProcessedRows> {
  return askRows(context, query, { ...options, shape: options.shape ?? 'records' })
}
