import type { CompileInput, TemplateScope } from '../../query/compile/types.ts'
import { columnLabel, metricLabel } from '../../query/query-object.ts'
import { formFilters, formTimeRange } from '../../query/template/form-filters.ts'
import { TemplateError } from '../../query/template/value.ts'
import { isoOf } from '../../query/time-range/naive.ts'
import { clockAt } from '../../query/time-range/zone.ts'
import { Problem } from '../../wire/problem.ts'
import type { TemplateJob } from '../compute/template-job.ts'
import { renderWithNeeds } from '../template-needs.server.ts'
import type { AskContext } from './context.server.ts'

const MARK = /\{\{|\{%|\{#/
type FormData = Readonly<Record<string, unknown>>
type Rendered = Awaited<ReturnType<NonNullable<CompileInput['render']>>>

/** Renders the templates of a chart's SQL for one caller; text without a template passes untouched. */
export function chartRenderer(context: AskContext, formData: FormData | null) {
  return async (sql: string, scope: TemplateScope): Promise<Rendered> => {
    if (!MARK.test(sql) || !context.services.featureFlags.ENABLE_TEMPLATE_PROCESSING)
      return { text: sql, removedFilters: [], appliedFilters: [] }
    try {
      const job = { template: sql, ...templateContext(context, formData ?? {}, scope) }
      const { services, caller, signal, model } = context
      return await renderWithNeeds(services.db, caller, job, { ownDatasetId: model.id, signal })
    } catch (cause) {
      if (cause instanceof TemplateError) throw new Problem(400, `Error: ${cause.message}`, { cause })
      throw cause
    }
  }
}

function templateContext(
  { model, dialect, caller, services, rules, timeZone }: AskContext,
  formData: FormData,
  scope: TemplateScope,
): Omit<TemplateJob, 'template' | 'found'> {
  const { query, from, to, timeColumn } = scope
  const own = query.filters.map(({ column, op, value }) => ({ column: columnLabel(column), op, value }))
  const asked = new Set(own.map(({ column }) => column))
  return {
    dialectId: dialect.id,
    now: clockAt(services.now().getTime(), timeZone),
    timeZone,
    user:
      caller.userId === null
        ? null
        : {
            id: caller.userId,
            username: caller.username,
            email: caller.email,
            roles: caller.roles.map((role) => role.name),
            rowRules: rules.map((rule) => rule.predicate),
          },
    filters: [...own, ...formFilters(formData).filter(({ column }) => !asked.has(column))],
    timeRange: query.timeRange ?? formTimeRange(formData),
    columnTypes: new Map(model.columns.map(({ name, type }) => [name, type ?? ''])),
    urlParams: { ...textsOf(formData.url_params), ...query.urlParams },
    variables: {
      ...objectOf(model.templateParams),
      columns: query.columns.map(columnLabel),
      metrics: (query.metrics ?? []).map(metricLabel),
      groupby: query.columns.map(columnLabel),
      row_limit: query.rowLimit,
      row_offset: query.rowOffset,
      filter: own.map(({ column, op, value }) => ({ col: column, op, val: value })),
      from_dttm: from === null ? null : isoOf(from),
      to_dttm: to === null ? null : isoOf(to),
      table_columns: model.columns.map((column) => column.name),
      time_column: timeColumn,
      time_grain: query.extras.timeGrain,
    },
  }
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, String(inner)]))
}

function objectOf(text: string | null): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text, (key, inner: unknown) => (key === '__proto__' ? undefined : inner))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
