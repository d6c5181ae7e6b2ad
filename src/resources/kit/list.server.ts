import type { Expression } from 'kysely'
import { type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { own } from '../../kernel/own.ts'
import type { Tables } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { NO_SUCH_PATH, notFound, Problem } from '../../wire/problem.ts'
import type { ListQ, ListRoutes } from './contract.ts'
import { type FilterKind, isOperator, OPERATORS, operatorNames } from './operators.server.ts'
import { labelsOf, project } from './project.ts'

export type TableName = keyof Tables & string
type Json = Record<string, unknown>
type Ids<T extends TableName> = SelectQueryBuilder<Tables, T, Record<never, never>>
type Eb<T extends TableName> = ExpressionBuilder<Tables, T>

/** A condition on the listed table for one filter value. */
export type Condition<T extends TableName> = (eb: Eb<T>, value: unknown, caller: Caller) => Expression<SqlBool>

/** How one resource is listed. The store's own statement keeps what the caller may see. */
export interface ListSpec<T extends TableName> {
  readonly table: T
  /** `Saved Query`: titles of the dialect are made of it. */
  readonly title: string
  /** Right-hand side of the permission pairs. */
  readonly view: string
  /** Permissions that `_info` may tell. */
  readonly permissions: readonly string[]
  visible(query: Ids<T>, caller: Caller): Ids<T>
  /** Whole wire records of the ids, any order, in a fixed number of statements. */
  load(ids: readonly number[], caller: Caller): Promise<readonly Json[]>
  readonly listColumns: readonly string[]
  readonly showColumns: readonly string[]
  /** Wire name -> column or expression. */
  readonly orders: Readonly<Record<string, ReferenceExpression<Tables, T>>>
  readonly defaultOrder: readonly [column: string, direction: 'asc' | 'desc']
  /** Filters by a column of the table itself. */
  readonly filters: Readonly<Record<string, FilterKind>>
  /** Filters with a rule of their own, as `column/operator`. */
  readonly custom?: Readonly<Record<string, Condition<T>>>
  readonly related?: Readonly<Record<string, (q: RelatedQuery, caller: Caller) => Promise<RelatedValues>>>
  readonly distinct?: Readonly<Record<string, (q: RelatedQuery, caller: Caller) => Promise<RelatedValues>>>
  readonly maxPageSize?: number
  readonly addColumns?: readonly Json[]
  readonly editColumns?: readonly Json[]
}
export interface RelatedQuery {
  readonly filter: string
  readonly page: number
  readonly pageSize: number
}
export interface RelatedValues {
  readonly count: number
  readonly result: readonly Json[]
}

const DEFAULT_PAGE_SIZE = 20
const MAX_PAGE_SIZE = 1000

/** The read calls of a resource: `_info`, list, related, distinct. */
export function listEndpoints<T extends TableName>(
  routes: ListRoutes,
  spec: ListSpec<T>,
  services: Pick<Services, 'db'>,
): Endpoint[] {
  return [
    endpoint(routes.info, ({ q }, caller) => info(spec, caller, q?.keys ?? null)),
    endpoint(routes.list, ({ q }, caller) => listAnswer(spec, services, q, caller)),
    endpoint(routes.related, ({ params, q }, caller) => relatedOf(spec.related, params.column, q, caller)),
    endpoint(routes.distinct, ({ params, q }, caller) => relatedOf(spec.distinct, params.column, q, caller)),
  ]
}

/** The answer of a single item in the dialect's envelope. */
export function itemEnvelope(
  spec: Pick<ListSpec<TableName>, 'title' | 'showColumns'>,
  id: number,
  record: Json,
  q?: { columns?: string[] | undefined; keys?: string[] | undefined },
) {
  const wanted = spec.showColumns.filter((name) => covers(q?.columns ?? [], name))
  const columns = wanted.length > 0 ? wanted : spec.showColumns
  const result = project(record, columns)
  if (q?.keys?.includes('none')) return { id, result }
  return {
    id,
    result,
    show_columns: columns,
    label_columns: labelsOf(columns),
    description_columns: {},
    show_title: `Show ${spec.title}`,
  }
}

const covers = (wanted: readonly string[], column: string) =>
  wanted.some((name) => name === column || column.startsWith(`${name}.`) || name.startsWith(`${column}.`))

function info<T extends TableName>(spec: ListSpec<T>, caller: Caller, keys: readonly string[] | null): Json {
  const all: Json = {
    add_columns: spec.addColumns ?? [],
    add_title: `Add ${spec.title}`,
    edit_columns: spec.editColumns ?? spec.addColumns ?? [],
    edit_title: `Edit ${spec.title}`,
    filters: filterNames(spec),
    permissions: spec.permissions.filter((permission) => caller.can(permission, spec.view)),
  }
  return keys === null ? all : Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)))
}

function filterNames<T extends TableName>(spec: ListSpec<T>): Json {
  const out: Record<string, { name: string; operator: string }[]> = {}
  for (const [column, kind] of Object.entries(spec.filters)) out[column] = operatorNames(kind)
  for (const key of Object.keys(spec.custom ?? {})) {
    const [column = '', operator = ''] = key.split('/')
    out[column] = [...(out[column] ?? []), { name: operator, operator }]
  }
  return out
}

/** The answer of a list, for lists below another object's address. */
export async function listAnswer<T extends TableName>(
  spec: ListSpec<T>,
  { db }: Pick<Services, 'db'>,
  q: ListQ,
  caller: Caller,
): Promise<Json> {
  const visible = () => filtered(spec, spec.visible(db.selectFrom(spec.table) as unknown as Ids<T>, caller), q, caller)
  const [columns, direction] = orderOf(spec, q)
  const size = pageSize(spec, q?.page_size)
  const key = `${spec.table}.id`
  const chosen = (visible() as unknown as SelectQueryBuilder<Tables, TableName, { id: number }>).select(key as never)
  const ids = await [...columns, key]
    .reduce<typeof chosen>((query, column) => query.orderBy(column as never, direction), chosen)
    .limit(size)
    .offset(Math.max(0, q?.page ?? 0) * size)
    .execute()
  const total = await (visible() as unknown as SelectQueryBuilder<Tables, TableName, { n: number }>)
    .select(sql<number>`count(*)`.as('n') as never)
    .executeTakeFirst()
  return listEnvelope(spec, q, Number((total as { n: number } | undefined)?.n ?? 0), await inOrder(spec, ids, caller))
}

async function inOrder<T extends TableName>(
  spec: ListSpec<T>,
  rows: readonly unknown[],
  caller: Caller,
): Promise<Json[]> {
  const ids = (rows as { id: number }[]).map((row) => row.id)
  const records = ids.length === 0 ? [] : await spec.load(ids, caller)
  const byId = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => {
    const record = byId.get(id)
    return record ? [record] : []
  })
}

function listEnvelope<T extends TableName>(spec: ListSpec<T>, q: ListQ, count: number, records: readonly Json[]): Json {
  const wanted = q?.columns ?? q?.select_columns ?? []
  const known = spec.listColumns.filter((name) => covers(wanted, name))
  const columns = known.length > 0 ? known : spec.listColumns
  const meta: Json = {
    list_columns: columns,
    order_columns: Object.keys(spec.orders),
    label_columns: labelsOf(columns),
    description_columns: {},
    list_title: `List ${spec.title}`,
  }
  const keys = q?.keys
  const kept = keys ? Object.fromEntries(Object.entries(meta).filter(([key]) => keys.includes(key as never))) : meta
  return {
    count,
    ids: records.map((record) => record.id),
    result: records.map((record) => project(record, columns)),
    ...kept,
  }
}

function orderOf<T extends TableName>(spec: ListSpec<T>, q: ListQ) {
  const [name, direction] = q?.order_column ? [q.order_column, q.order_direction ?? 'desc'] : spec.defaultOrder
  const column = own(spec.orders, name) ?? (q?.order_column ? undefined : `${spec.table}.id`)
  if (column === undefined) throw new Problem(400, `Invalid order by column: ${name}`)
  // Names are in the order of an alphabet, not of codes, where capitals come first.
  const isText = typeof column === 'string' && own(spec.filters, name)?.type === 'text'
  return [isText ? [sql`lower(${sql.ref(column)})`, column] : [column], direction] as const
}

function pageSize<T extends TableName>(spec: ListSpec<T>, asked: number | undefined): number {
  const most = spec.maxPageSize ?? MAX_PAGE_SIZE
  if (asked === undefined || asked === 0) return DEFAULT_PAGE_SIZE
  return asked < 0 ? most : Math.min(asked, most)
}

function filtered<T extends TableName>(spec: ListSpec<T>, query: Ids<T>, q: ListQ, caller: Caller): Ids<T> {
  let out = query
  for (const { col, opr, value } of q?.filters ?? []) {
    const condition = conditionOf(spec, col, opr)
    if (condition) out = out.where((eb) => condition(eb as unknown as Eb<T>, value, caller)) as unknown as Ids<T>
  }
  return out
}

function conditionOf<T extends TableName>(spec: ListSpec<T>, column: string, operator: string): Condition<T> | null {
  const custom = spec.custom && own(spec.custom, `${column}/${operator}`)
  if (custom) return custom
  const kind = own(spec.filters, column)
  const isKnown = kind !== undefined || Object.keys(spec.custom ?? {}).some((key) => key.startsWith(`${column}/`))
  if (!isKnown) throw new Problem(400, `Filter column: ${column} not allowed to filter`)
  const build = kind && own(OPERATORS[kind.type], operator)
  const { column: stored = column } = kind ?? {}
  if (build)
    return (_eb, value) => build(typeof stored === 'string' ? sql.ref(`${spec.table}.${stored}`) : stored, value)
  if (isOperator(operator) || Object.keys(spec.custom ?? {}).some((key) => key.endsWith(`/${operator}`)))
    throw new Problem(400, `Filter operation: ${operator} not allowed on column: ${column}`)
  return null
}

async function relatedOf(
  specs: ListSpec<TableName>['related'],
  column: string,
  q:
    | {
        filter?: string | undefined
        page?: number | undefined
        page_size?: number | undefined
        include_ids?: number[] | undefined
      }
    | undefined,
  caller: Caller,
): Promise<Json> {
  const read = specs && Object.hasOwn(specs, column) ? specs[column] : undefined
  if (!specs) throw new Problem(404, NO_SUCH_PATH, { type: 'GENERIC_BACKEND_ERROR', envelope: 'errors' })
  if (!read) throw notFound()
  const size = q?.page_size === undefined || q.page_size <= 0 ? 100 : Math.min(q.page_size, MAX_PAGE_SIZE)
  const includeIds = q?.include_ids ?? []
  const page = await read({ filter: q?.filter ?? '', page: Math.max(0, q?.page ?? 0), pageSize: size }, caller)
  const missing = includeIds.filter((id) => !page.result.some((one) => one.value === id))
  if (missing.length === 0) return { ...page }
  const all = await read({ filter: '', page: 0, pageSize: Number.MAX_SAFE_INTEGER }, caller)
  const isMissing = new Set<unknown>(missing)
  return { ...page, result: [...page.result, ...all.result.filter((one) => isMissing.has(one.value))] }
}
