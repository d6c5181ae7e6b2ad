import { holdsInstants } from '../dialect.ts'
import { isoOf, type NaiveMs } from '../time-range/naive.ts'
import { resolveTimeRange } from '../time-range/resolve.ts'
import { strftime } from '../time-range/strftime.ts'
import { instantOf } from '../time-range/zone.ts'
import { Reader } from './arguments.ts'
import { type TemplateContext, type TemplateNeed, UnmetNeed } from './context.ts'
import { fromJson, literalOf, textOf } from './spelling.ts'
import {
  type Arguments,
  Callable,
  Dict,
  Instance,
  isList,
  isNumber,
  itemsOf,
  numberValue,
  TemplateError,
  type Value,
} from './value.ts'

/** What a template has used while it was rendered. */
export interface Traces {
  readonly applied: Set<string>
  readonly removed: Set<string>
  readonly keys: string[]
}

/** The helpers of the product, by name. */
export function productMacros(context: TemplateContext, traces: Traces): Record<string, Value> {
  const macros: Record<string, (args: Arguments) => Value> = {
    ...filterMacros(context, traces),
    ...userMacros(context, traces),
    url_param: (args) => urlParam(args, context, traces),
    cache_key_wrapper: (args) => {
      const key = new Reader('cache_key_wrapper', args, ['key']).required('key')
      traces.keys.push(textOf(key))
      return key
    },
    dataset: (args) => dataset(args, context),
    metric: (args) => {
      const reader = new Reader('metric', args, ['metric_key', 'dataset_id'])
      const id = reader.value('dataset_id')
      return find(context, {
        kind: 'metric',
        name: textOf(reader.required('metric_key')),
        datasetId: idOf(id ?? null),
      })
    },
  }
  return Object.fromEntries(Object.entries(macros).map(([name, of]) => [name, new Callable(name, of)]))
}

/** An id, which may be written as a text of digits. */
function idOf(value: Value): number | null {
  if (typeof value === 'string') return /^\d+$/.test(value) ? Number(value) : null
  return isNumber(value) ? numberValue(value) : null
}

function find(context: TemplateContext, need: TemplateNeed): string {
  const found = context.find(need)
  if (found === undefined) throw new UnmetNeed(need)
  if (found !== null) return found
  if (need.kind === 'dataset') throw new TemplateError(`Dataset ${need.id} not found!`)
  if (need.kind === 'metric') {
    throw new TemplateError(
      need.datasetId === null
        ? `Please specify the Dataset ID for the \`\`${need.name}\`\` metric in the Jinja macro.`
        : `Metric \`\`${need.name}\`\` not found.`,
    )
  }
  throw new TemplateError(`Error getting partition for ${need.table}. Verify that this table has a partition.`)
}

/** `engine.latest_partition('t')` and its kin, for engines whose tables have partitions. */
export function partitionMacros(context: TemplateContext): Dict {
  const partition = (name: string) =>
    new Callable(name, (args) => {
      const reader = new Reader(name, args, ['table_name', 'field'])
      const column = reader.value('field')
      return find(context, {
        kind: 'partition',
        table: textOf(reader.required('table_name')),
        column: typeof column === 'string' ? column : null,
      })
    })
  return new Dict([
    ['latest_partition', partition('latest_partition')],
    ['latest_sub_partition', partition('latest_sub_partition')],
  ])
}

function dataset(args: Arguments, context: TemplateContext): Value {
  const reader = new Reader('dataset', args, ['dataset_id', 'include_metrics', 'columns', 'from_dttm', 'to_dttm'])
  const id = idOf(reader.required('dataset_id'))
  if (id === null) throw new TemplateError(`Dataset ${textOf(reader.required('dataset_id'))} not found!`)
  const columns = reader.value('columns')
  const need: TemplateNeed = {
    kind: 'dataset',
    id,
    includesMetrics: reader.flag('include_metrics', false),
    columns: columns === undefined || columns === null ? null : itemsOf(columns).map(textOf),
  }
  return `(\n${find(context, need)}\n) AS dataset_${need.id}`
}

function filterMacros(context: TemplateContext, traces: Traces): Record<string, (args: Arguments) => Value> {
  const filtersOn = (column: string, isRemoved: boolean) => {
    const found = context.filters.filter(
      (filter) => filter.column === column && (hasValue(filter.value) || asksForNull(filter)),
    )
    if (found.length > 0) traces.applied.add(column)
    if (found.length > 0 && isRemoved) traces.removed.add(column)
    return found.map(({ op, value }) => ({ op: op.toUpperCase(), value: listed(op.toUpperCase(), value ?? null) }))
  }
  return {
    get_filters: (args) => {
      const reader = new Reader('get_filters', args, ['column', 'remove_filter'])
      const column = textOf(reader.required('column'))
      return filtersOn(column, reader.flag('remove_filter', false)).map(
        ({ op, value }) =>
          new Dict([
            ['op', op],
            ['col', column],
            ['val', fromJson(value)],
          ]),
      )
    },
    filter_values: (args) => {
      const reader = new Reader('filter_values', args, ['column', 'default', 'remove_filter'])
      const column = textOf(reader.required('column'))
      const values = filtersOn(column, reader.flag('remove_filter', false))
        .filter((filter) => !asksForNull(filter))
        .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
      const otherwise = reader.value('default')
      return values.length > 0 ? values.map(fromJson) : otherwise === undefined || otherwise === null ? [] : [otherwise]
    },
    get_time_filter: (args) => timeFilter(args, context, traces),
  }
}

/** The operators that need no value. */
const asksForNull = ({ op }: { readonly op: string }) => /^is (not )?null$/i.test(op)
const hasValue = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
const listed = (op: string, value: unknown) =>
  (op === 'IN' || op === 'NOT IN') && !Array.isArray(value) ? [value] : value

function timeFilter(args: Arguments, context: TemplateContext, traces: Traces): Instance {
  const reader = new Reader('get_time_filter', args, ['column', 'default', 'target_type', 'strftime', 'remove_filter'])
  const column = reader.value('column')
  const own =
    typeof column === 'string'
      ? context.filters.find((filter) => filter.op === 'TEMPORAL_RANGE' && filter.column === column)
      : undefined
  if (own && typeof column === 'string') {
    traces.applied.add(column)
    if (reader.flag('remove_filter', false)) traces.removed.add(column)
  }
  const asked = typeof own?.value === 'string' ? own.value : context.timeRange
  const range = asked && asked !== 'No filter' ? asked : reader.text('default', '') || 'No filter'
  const { since, until } = resolveTimeRange(range, { now: context.now })
  const type = reader.text('target_type', (own && typeof column === 'string' ? context.columnType(column) : null) ?? '')
  const format = reader.text('strftime', '')
  const shown = (ms: NaiveMs | null): Value => {
    if (ms === null) return null
    if (format) return strftime(ms, format)
    if (type === '') return null
    const at = holdsInstants(context.dialect, type) ? instantOf(ms, context.timeZone ?? 'UTC') : ms
    return context.dialect.timeLiteral(isoOf(at), type)
  }
  const fields = { from_expr: shown(since), to_expr: shown(until), time_range: range }
  const shownFields = Object.entries(fields).map(([name, value]) => `${name}=${literalOf(value)}`)
  return new Instance('TimeFilter', fields, `TimeFilter(${shownFields.join(', ')})`)
}

function userMacros({ user }: TemplateContext, traces: Traces): Record<string, (args: Arguments) => Value> {
  const keyed = (name: string, value: Value) => (args: Arguments) => {
    const isKeyed = new Reader(name, args, ['add_to_cache_keys']).flag('add_to_cache_keys', true)
    if (value !== null && isKeyed) traces.keys.push(isList(value) ? JSON.stringify(value) : textOf(value))
    return value
  }
  return {
    current_user_id: keyed('current_user_id', user?.id ?? null),
    current_username: keyed('current_username', user?.username ?? null),
    current_user_email: keyed('current_user_email', user?.email ?? null),
    current_user_roles: keyed('current_user_roles', [...(user?.roles ?? ['Public'])].toSorted()),
    current_user_rls_rules: keyed(
      'current_user_rls_rules',
      user && user.rowRules.length > 0 ? [...user.rowRules].toSorted() : null,
    ),
  }
}

/** A parameter of the address, escaped for use between quotes, and part of the cache key. */
function urlParam(args: Arguments, context: TemplateContext, traces: Traces): Value {
  const reader = new Reader('url_param', args, ['param', 'default', 'add_to_cache_keys', 'escape_result'])
  const given = context.urlParams[textOf(reader.required('param'))]
  const value = given === undefined || given === '' ? (reader.value('default') ?? null) : given
  const isEscaped = typeof value === 'string' && reader.flag('escape_result', true)
  const result = isEscaped ? context.dialect.quoteText(value).slice(1, -1) : value
  if (reader.flag('add_to_cache_keys', true)) traces.keys.push(textOf(result))
  return result
}
