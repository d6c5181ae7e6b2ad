import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Person, peopleById } from '../kit/people.server.ts'
import { pictureDigest, rightsMark, thumbnailUrl } from '../kit/picture-marks.server.ts'
import { humanized, wireInstant } from '../kit/project.ts'

type Json = Record<string, unknown>

/** Wire records of dashboards in a fixed number of statements. */
export async function loadDashboards(services: Services, ids: readonly number[], caller: Caller): Promise<Json[]> {
  const { db, now } = services
  const rows = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const owners = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', 'dashboard')
    .where('owners.object_id', 'in', [...ids])
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .execute()
  const roles = await db
    .selectFrom('dashboard_roles')
    .innerJoin('roles', 'roles.id', 'dashboard_roles.role_id')
    .where('dashboard_roles.dashboard_id', 'in', [...ids])
    .select(['dashboard_roles.dashboard_id', 'roles.id', 'roles.name'])
    .execute()
  const charts = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .where('dashboard_charts.dashboard_id', 'in', [...ids])
    .select(['dashboard_charts.dashboard_id', 'charts.slice_name'])
    .orderBy('charts.id')
    .execute()
  const tags = await db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .where('tagged_objects.object_type', '=', 'dashboard')
    .where('tagged_objects.object_id', 'in', [...ids])
    .select(['tagged_objects.object_id', 'tags.id', 'tags.name', 'tags.type'])
    .execute()
  const themes = await db
    .selectFrom('themes')
    .select(['id', 'theme_name', 'json_data'])
    .where('id', 'in', [-1, ...rows.flatMap((row) => row.theme_id ?? [])])
    .execute()
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  const mark = await rightsMark(services, caller)
  return rows.map((row) => ({
    ...dashboardFields(row, now()),
    thumbnail_url:
      caller.kind === 'user'
        ? thumbnailUrl('dashboard', row.id, pictureDigest(services, 'dashboard', row, mark))
        : null,
    ...stamps(row, people),
    theme: themes.find((theme) => theme.id === row.theme_id) ?? null,
    owners: owners.filter((o) => o.object_id === row.id).map(({ object_id: _, ...rest }) => rest),
    roles: roles.filter((r) => r.dashboard_id === row.id).map(({ dashboard_id: _, ...rest }) => rest),
    charts: charts.filter((c) => c.dashboard_id === row.id).map((c) => c.slice_name),
    tags: tags.filter((t) => t.object_id === row.id).map(({ object_id: _, ...rest }) => rest),
  }))
}

function dashboardFields(row: Row<'dashboards'>, now: Date): Json {
  return {
    id: row.id,
    uuid: row.uuid,
    slug: row.slug,
    dashboard_title: row.dashboard_title,
    url: `/superset/dashboard/${row.slug || row.id}/`,
    position_json: row.position_json,
    json_metadata: row.json_metadata,
    css: row.css,
    description: row.description,
    published: row.published === 1,
    status: row.published === 1 ? 'published' : 'draft',
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    changed_on: wireInstant(row.changed_on),
    changed_on_utc: row.changed_on.replace('Z', '+0000'),
    changed_on_delta_humanized: humanized(row.changed_on, now),
    created_on_delta_humanized: humanized(row.created_on, now),
  }
}

function stamps(row: Row<'dashboards'>, people: ReadonlyMap<number, Person>): Json {
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  const changedBy = person(row.changed_by)
  return {
    created_by: person(row.created_by),
    changed_by: changedBy,
    changed_by_name: changedBy ? `${changedBy.first_name} ${changedBy.last_name}` : '',
  }
}
