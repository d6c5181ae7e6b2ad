import { z } from 'zod'
import type { Column, Metric } from '../../query/query-object.ts'
import { field, number, text } from './form-options.ts'

const formMetric: z.ZodType<Metric> = z.union([
  z.string().min(1),
  z
    .object({
      expressionType: z.literal('SIMPLE'),
      column: z.object({ column_name: z.string() }),
      aggregate: z.string(),
      label: z.string().nullish(),
    })
    .transform(
      (m): Metric => ({ kind: 'simple', column: m.column.column_name, aggregate: m.aggregate, label: m.label ?? null }),
    ),
  z
    .object({ expressionType: z.literal('SQL'), sqlExpression: z.string().min(1), label: z.string().nullish() })
    .transform((m): Metric => ({ kind: 'sql', sqlExpression: m.sqlExpression, label: m.label ?? null })),
])

const formColumn: z.ZodType<Column> = z.union([
  z.string().min(1),
  z.object({ sqlExpression: z.string().min(1), label: z.string().nullish() }).transform(
    (c): Column => ({
      kind: 'column',
      sqlExpression: c.sqlExpression,
      label: c.label ?? c.sqlExpression,
      columnType: null,
      timeGrain: null,
      isColumnReference: false,
    }),
  ),
])

/** A list that drops what it cannot read; a single value counts as a list of one. */
const listOf = <T>(item: z.ZodType<T>) =>
  z
    .union([z.array(z.unknown()), z.unknown().transform((value) => (value == null ? [] : [value]))])
    .transform((values) => values.flatMap((value) => item.safeParse(value).data ?? []) as T[])

export interface AdhocFilter {
  readonly kind: 'simple' | 'sql'
  readonly clause: 'WHERE' | 'HAVING'
  readonly subject: string
  readonly operator: string
  readonly comparator: unknown
  readonly sqlExpression: string
  readonly isExtra: boolean
}

const formFilter: z.ZodType<AdhocFilter> = z
  .object({
    expressionType: z.enum(['SIMPLE', 'SQL']).catch('SIMPLE'),
    clause: z.enum(['WHERE', 'HAVING']).catch('WHERE'),
    subject: z.string().nullish(),
    operator: z.string().nullish(),
    operatorId: z.string().nullish(),
    comparator: z.unknown(),
    sqlExpression: z.string().nullish(),
    isExtra: z.boolean().nullish(),
  })
  .transform(
    (f): AdhocFilter => ({
      kind: f.expressionType === 'SQL' ? 'sql' : 'simple',
      clause: f.clause,
      subject: f.subject ?? '',
      operator: f.operator ?? '',
      comparator: f.comparator ?? null,
      sqlExpression: f.sqlExpression ?? '',
      isExtra: f.isExtra ?? false,
    }),
  )

export const metric = (wire: string) => field<Metric | null>(wire, formMetric, null)
export const metrics = (wire: string) => field<readonly Metric[]>(wire, listOf(formMetric), [])
export const column = (wire: string) => field<Column | null>(wire, formColumn, null)
export const columns = (wire: string) => field<readonly Column[]>(wire, listOf(formColumn), [])
export const texts = (wire: string) => field<readonly string[]>(wire, listOf(z.string().min(1)), [])

const looseRecord = z.record(z.string(), z.unknown())

/** What every chart type asks for, whatever it draws. */
export const queryFields = {
  adhocFilters: field<readonly AdhocFilter[]>('adhoc_filters', listOf(formFilter), []),
  extra: field<Readonly<Record<string, unknown>>>('extra_form_data', looseRecord, {}),
  timeRange: text('time_range'),
  granularity: text('granularity_sqla'),
  timeGrain: text('time_grain_sqla'),
  rowLimit: number('row_limit'),
  orderDesc: field('order_desc', z.boolean(), true),
  urlParams: field<Readonly<Record<string, string>>>('url_params', z.record(z.string(), z.string()), {}),
} as const

export { formFilter, listOf }
