import type { Column, Metric } from '../../query/query-object.ts'
import { asFlag, asRecord, asText, field, listOf, number, type Reader, recordOf, text } from './form-options.ts'

const formMetric: Reader<Metric> = (value) => {
  const name = asText(value)
  if (name !== undefined) return name
  const saved = asRecord(value) ?? {}
  const label = asText(saved.label) ?? null
  const sqlExpression = asText(saved.sqlExpression)
  if (saved.expressionType === 'SQL')
    return sqlExpression === undefined ? undefined : { kind: 'sql', sqlExpression, label }
  const column = asText(asRecord(saved.column)?.column_name)
  const aggregate = asText(saved.aggregate)
  if (column === undefined || aggregate === undefined) return undefined
  return { kind: 'simple', column, aggregate, label }
}

const formColumn: Reader<Column> = (value) => {
  const name = asText(value)
  if (name !== undefined) return name
  const saved = asRecord(value) ?? {}
  const sqlExpression = asText(saved.sqlExpression)
  if (sqlExpression === undefined) return undefined
  const label = asText(saved.label) ?? sqlExpression
  return { kind: 'column', sqlExpression, label, columnType: null, timeGrain: null, isColumnReference: false }
}

export interface AdhocFilter {
  readonly kind: 'simple' | 'sql'
  readonly clause: 'WHERE' | 'HAVING'
  readonly subject: string
  readonly operator: string
  readonly comparator: unknown
  readonly sqlExpression: string
  readonly isExtra: boolean
}

const formFilter: Reader<AdhocFilter> = (value) => {
  const saved = asRecord(value)
  if (saved === undefined) return undefined
  return {
    kind: saved.expressionType === 'SQL' ? 'sql' : 'simple',
    clause: saved.clause === 'HAVING' ? 'HAVING' : 'WHERE',
    subject: asText(saved.subject) ?? '',
    operator: asText(saved.operator) ?? '',
    comparator: saved.comparator ?? null,
    sqlExpression: asText(saved.sqlExpression) ?? '',
    isExtra: asFlag(saved.isExtra) ?? false,
  }
}

export const formFilters = listOf(formFilter)

export const metric = (wire: string) => field<Metric | null>(wire, formMetric, null)
export const metrics = (wire: string) => field<readonly Metric[]>(wire, listOf(formMetric), [])
export const column = (wire: string) => field<Column | null>(wire, formColumn, null)
/** One column, which may be saved as a list of one. */
export const firstColumn = (wire: string) => field<Column | null>(wire, (value) => listOf(formColumn)(value)[0], null)
export const columns = (wire: string) => field<readonly Column[]>(wire, listOf(formColumn), [])
export const texts = (wire: string) => field<readonly string[]>(wire, listOf(asText), [])

/** What every chart type asks for, whatever it draws. */
export const queryFields = {
  adhocFilters: field<readonly AdhocFilter[]>('adhoc_filters', formFilters, []),
  where: text('where'),
  extra: field<Readonly<Record<string, unknown>>>('extra_form_data', asRecord, {}),
  timeRange: text('time_range'),
  granularity: text('granularity_sqla'),
  timeGrain: text('time_grain_sqla'),
  rowLimit: number('row_limit'),
  orderDesc: field('order_desc', asFlag, true),
  urlParams: field<Readonly<Record<string, string>>>('url_params', recordOf(asText), {}),
} as const
