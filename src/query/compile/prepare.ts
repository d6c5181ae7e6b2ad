import type { DatasetModel } from '../dataset-model.ts'
import { type Column, columnLabel, type Metric, type QueryObject } from '../query-object.ts'
import { type ClauseKind, checkCondition, checkExpression, refuseClause } from './clause.ts'
import { columnModel } from './expression.ts'
import type { CompileInput, RowRule, TemplateScope } from './types.ts'

/** A query whose texts are final: templates rendered, custom SQL checked. */
export interface Prepared {
  readonly query: QueryObject
  readonly dataset: DatasetModel
  readonly datasetSql: string | null
  readonly rules: readonly RowRule[]
  readonly removedFilters: ReadonlySet<string>
  readonly templateFilters: readonly string[]
}

/** Renders every piece of SQL and refuses custom SQL that is not one harmless expression. */
export async function prepare(input: CompileInput, query: QueryObject, scope: TemplateScope): Promise<Prepared> {
  const texts = new Texts(input, scope)
  const dataset = await renderDataset(input.dataset, query, texts)
  const rendered = await renderQuery(query, texts)
  const rules = await Promise.all(
    input.rules.map(async (rule) => ({ ...rule, predicate: await texts.render(rule.predicate) })),
  )
  const sql = dataset.sql === null ? null : await texts.render(dataset.sql)
  const datasetSql = sql !== null && input.guardTables ? await input.guardTables(sql) : sql
  return {
    query: rendered,
    dataset,
    datasetSql,
    rules,
    removedFilters: texts.removed,
    templateFilters: [...texts.applied],
  }
}

/** What is typed after an expression out of habit. */
const END_OF_STATEMENT = /\s*;[\s;]*$/

class Texts {
  readonly removed = new Set<string>()
  readonly applied = new Set<string>()
  private readonly input: CompileInput
  private readonly scope: TemplateScope

  constructor(input: CompileInput, scope: TemplateScope) {
    this.input = input
    this.scope = scope
  }

  async render(sql: string): Promise<string> {
    if (!this.input.render || !/\{[{%#]/.test(sql)) return sql
    const rendered = await this.input.render(sql, this.scope)
    for (const column of rendered.removedFilters) this.removed.add(column)
    for (const column of rendered.appliedFilters) this.applied.add(column)
    return rendered.text
  }

  /** Custom SQL of a request: rendered, then looked at. */
  async custom(sql: string, clause: ClauseKind): Promise<string> {
    const isCondition = clause === 'where' || clause === 'having'
    const rendered = await this.render(sql)
    const text = isCondition ? rendered : rendered.replace(END_OF_STATEMENT, '')
    if (isCondition) checkCondition(text, this.input.dialect.lexicon)
    else checkExpression(text, this.input.dialect.lexicon, clause)
    const checked = this.input.checker?.checkExpression(text, clause)
    await (isCondition ? checked?.catch((cause: unknown) => refuseClause(text, cause)) : checked)
    return text
  }

  isColumn(name: string): boolean {
    return columnModel(this.input.dataset, name) !== null
  }
}

/** Only the columns and metrics that the query names are rendered. */
async function renderDataset(dataset: DatasetModel, query: QueryObject, texts: Texts): Promise<DatasetModel> {
  const render = async <Item extends { readonly name: string; readonly expression: string | null }>(
    item: Item,
  ): Promise<Item> =>
    item.expression && /\{[{%#]/.test(item.expression)
      ? { ...item, expression: await texts.render(item.expression) }
      : item
  const named = namesIn(query)
  const columns = await Promise.all(dataset.columns.map((column) => (named.has(column.name) ? render(column) : column)))
  const metrics = await Promise.all(dataset.metrics.map((metric) => (named.has(metric.name) ? render(metric) : metric)))
  return { ...dataset, columns, metrics }
}

function namesIn(query: QueryObject): ReadonlySet<string> {
  const columnName = (column: Column) => (typeof column === 'string' ? column : column.sqlExpression)
  const metricName = (metric: Metric) =>
    typeof metric === 'string' ? metric : metric.kind === 'simple' ? metric.column : ''
  return new Set([
    ...query.columns.map(columnName),
    ...query.seriesColumns.map(columnName),
    ...query.filters.map(({ column }) => columnName(column)),
    ...(query.metrics ?? []).map(metricName),
    ...(query.seriesLimitMetric ? [metricName(query.seriesLimitMetric)] : []),
    ...query.orderby.map(([target]) =>
      typeof target === 'string' ? target : target.kind === 'column' ? target.sqlExpression : metricName(target),
    ),
    ...(query.granularity ? [query.granularity] : []),
  ])
}

async function renderQuery(query: QueryObject, texts: Texts): Promise<QueryObject> {
  const columns = await Promise.all(query.columns.map((column) => renderColumn(column, texts)))
  const byLabel = new Map(columns.map((column) => [columnLabel(column), column]))
  return {
    ...query,
    columns,
    seriesColumns: query.seriesColumns.map((column) => byLabel.get(columnLabel(column)) ?? column),
    metrics: query.metrics && (await Promise.all(query.metrics.map((metric) => renderMetric(metric, texts)))),
    seriesLimitMetric: query.seriesLimitMetric && (await renderMetric(query.seriesLimitMetric, texts)),
    filters: await Promise.all(
      query.filters.map(async (filter) => ({ ...filter, column: await renderColumn(filter.column, texts) })),
    ),
    orderby: await Promise.all(
      query.orderby.map(async ([target, isAscending]) => [await renderTarget(target, texts), isAscending] as const),
    ),
    extras: {
      ...query.extras,
      where: query.extras.where.trim() === '' ? '' : await texts.custom(query.extras.where, 'where'),
      having: query.extras.having.trim() === '' ? '' : await texts.custom(query.extras.having, 'having'),
    },
  }
}

async function renderColumn(column: Column, texts: Texts): Promise<Column> {
  if (typeof column === 'string' || texts.isColumn(column.sqlExpression)) return column
  return { ...column, sqlExpression: await texts.custom(column.sqlExpression, 'column') }
}

async function renderMetric(metric: Metric, texts: Texts, clause: ClauseKind = 'metric'): Promise<Metric> {
  if (typeof metric === 'string' || metric.kind === 'simple') return metric
  return {
    ...metric,
    label: metric.label ?? metric.sqlExpression,
    sqlExpression: await texts.custom(metric.sqlExpression, clause),
  }
}

async function renderTarget(target: Column | Metric, texts: Texts): Promise<Column | Metric> {
  if (typeof target === 'string') return target
  return target.kind === 'column' ? renderColumn(target, texts) : renderMetric(target, texts, 'order')
}
