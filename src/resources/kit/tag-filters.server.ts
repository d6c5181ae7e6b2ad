import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from './list.server.ts'
import { anyHolds } from './operators.server.ts'

type Tagged = 'charts' | 'dashboards' | 'saved_queries'
/** Kind of object in the store of tags, and the start of the names of its operators. */
const KINDS: Readonly<Record<Tagged, readonly [type: string, prefix: string]>> = {
  charts: ['chart', 'chart'],
  dashboards: ['dashboard', 'dashboard'],
  saved_queries: ['query', 'saved_query'],
}

/** List filters by tags: part of a name, or ids (one or a list) (reference: charts-dashboards A.3). */
export function tagFilters<T extends Tagged>(table: T): Readonly<Record<string, Condition<T>>> {
  const [type, prefix] = KINDS[table]
  const tagged = (condition: RawBuilder<unknown>) =>
    sql<SqlBool>`${sql.ref(`${table}.id`)} in (select object_id from tagged_objects join tags on tags.id = tag_id where object_type = ${type} and ${condition})`
  const byId: Condition<T> = (_eb, value) => {
    const ids = (Array.isArray(value) ? value : [value]).map(Number).filter(Number.isInteger)
    return ids.length === 0 ? sql<SqlBool>`1 = 0` : tagged(sql`tags.id in (${sql.join(ids)})`)
  }
  return {
    [`tags/${prefix}_tags`]: (_eb, value) => tagged(anyHolds(['tags.name'], value)),
    [`tags/${prefix}_tag_id`]: byId,
    'tags/rel_m_m': byId,
  }
}
