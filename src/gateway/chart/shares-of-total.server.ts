import type { QueryObject } from '../../query/query-object.ts'
import type { AskContext } from './context.server.ts'
import { type ProcessOptions, processedRows } from './process.server.ts'

/**
 * Queries whose shares are of the total that the request asks beside them, as a table with a row limit does: its first
 * query of metrics alone, without steps. Without such a query, or without shares, the queries as they are.
 */
export async function withTotals(
  context: AskContext,
  queries: readonly QueryObject[],
  options: Omit<ProcessOptions, 'shape'>,
): Promise<readonly QueryObject[]> {
  const total = queries.find(isTotal)
  if (!total || !queries.some(hasShares)) return queries
  const { body } = await processedRows(context, total, options)
  const [totals = {}] = JSON.parse(new TextDecoder().decode(body)) as readonly Readonly<Record<string, unknown>>[]
  return queries.map((query) => (hasShares(query) ? { ...query, postProcessing: sharesOf(query, totals) } : query))
}

const isTotal = ({ columns, metrics, postProcessing, isTimeseries }: QueryObject) =>
  columns.length === 0 && (metrics?.length ?? 0) > 0 && postProcessing.every((step) => step === null) && !isTimeseries

const hasShares = ({ postProcessing }: QueryObject) => postProcessing.some((step) => step?.operation === 'contribution')

const sharesOf = ({ postProcessing }: QueryObject, contribution_totals: Readonly<Record<string, unknown>>) =>
  postProcessing.map((step) =>
    step?.operation === 'contribution' ? { ...step, options: { ...step.options, contribution_totals } } : step,
  )
