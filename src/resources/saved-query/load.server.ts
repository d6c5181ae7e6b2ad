import { DIALECTS } from '../../engines/dialects.ts'
import { namedTables } from '../../gateway/named-tables.ts'
import type { Services } from '../../gateway/services.server.ts'
import { STANDARD_LEXICON } from '../../query/dialect.ts'
import { peopleById } from '../kit/people.server.ts'
import { humanized, wireInstant } from '../kit/project.ts'

/** Saved queries as the wire shows them. */
export async function loadSavedQueries(services: Services, ids: readonly number[]) {
  const { db } = services
  const rows = await db
    .selectFrom('saved_queries')
    .leftJoin('databases', 'databases.id', 'saved_queries.db_id')
    .selectAll('saved_queries')
    .select(['databases.database_name', 'databases.engine'])
    .where('saved_queries.id', 'in', [...ids])
    .execute()
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  const tags = await tagsOf(services, ids)
  const now = services.now()
  return rows.map((row) => ({
    ...row,
    changed_on: wireInstant(row.changed_on),
    created_on: wireInstant(row.created_on),
    changed_on_delta_humanized: humanized(row.changed_on, now),
    last_run_delta_humanized: humanized(row.last_run, now),
    changed_by: personOf(people, row.changed_by),
    created_by: personOf(people, row.created_by),
    database: row.db_id === null ? null : { id: row.db_id, database_name: row.database_name },
    extra: objectOf(row.extra_json),
    sql_tables: namedTables(row.sql ?? '', lexiconOf(row.engine)),
    tags: tags.get(row.id) ?? [],
  }))
}

const lexiconOf = (engine: string | null) => DIALECTS.find(({ id }) => id === engine)?.lexicon ?? STANDARD_LEXICON

const personOf = (people: Awaited<ReturnType<typeof peopleById>>, id: number | null) =>
  id === null ? null : (people.get(id) ?? null)

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}

async function tagsOf({ db }: Services, ids: readonly number[]) {
  const rows = await db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .where('tagged_objects.object_type', '=', 'query')
    .where('tagged_objects.object_id', 'in', [...ids])
    .select(['tagged_objects.object_id', 'tags.id', 'tags.name', 'tags.type'])
    .execute()
  const out = new Map<number, { id: number; name: string; type: number }[]>()
  for (const { object_id, ...tag } of rows) out.set(object_id, [...(out.get(object_id) ?? []), tag])
  return out
}
