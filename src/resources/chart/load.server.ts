import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { chartFields } from '../kit/chart-fields.server.ts'
import { type Person, peopleById } from '../kit/people.server.ts'
import { pictureDigest, rightsMark, thumbnailUrl } from '../kit/picture-marks.server.ts'

type Json = Record<string, unknown>

/** Wire records of charts in four statements, whatever their number. */
export async function loadCharts(services: Services, ids: readonly number[], caller: Caller): Promise<Json[]> {
  const { db, now } = services
  const rows = await db
    .selectFrom('charts')
    .leftJoin('datasets', 'datasets.id', 'charts.datasource_id')
    .selectAll('charts')
    .select([
      'datasets.table_name',
      'datasets.schema as dataset_schema',
      'datasets.default_endpoint',
      'datasets.uuid as dataset_uuid',
    ])
    .where('charts.id', 'in', [...ids])
    .execute()
  const dashboards = await db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .where('dashboard_charts.chart_id', 'in', [...ids])
    .select(['dashboard_charts.chart_id', 'dashboards.id', 'dashboards.dashboard_title', 'dashboards.json_metadata'])
    .execute()
  const owners = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', 'chart')
    .where('owners.object_id', 'in', [...ids])
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .execute()
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by, row.last_saved_by]),
  )
  const tags = await db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .where('tagged_objects.object_type', '=', 'chart')
    .where('tagged_objects.object_id', 'in', [...ids])
    .select(['tagged_objects.object_id', 'tags.id', 'tags.name', 'tags.type'])
    .execute()
  const mark = await rightsMark(services, caller)
  return rows.map((row) => ({
    ...chartFields(row, now()),
    thumbnail_url: thumbnailUrl('chart', row.id, pictureDigest(services, 'chart', row, mark)),
    ...stamps(row, people),
    ...datasetFields(row),
    dashboards: dashboards.filter((d) => d.chart_id === row.id).map(({ chart_id: _, ...rest }) => rest),
    owners: owners.filter((o) => o.object_id === row.id).map(({ object_id: _, ...rest }) => rest),
    tags: tags.filter((t) => t.object_id === row.id).map(({ object_id: _, ...rest }) => rest),
  }))
}

function stamps(row: Row<'charts'>, people: Map<number, Person>): Json {
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  const name = (id: number | null) => {
    const found = person(id)
    return found ? `${found.first_name} ${found.last_name}` : ''
  }
  return {
    created_by: person(row.created_by),
    created_by_name: name(row.created_by),
    changed_by: person(row.changed_by),
    changed_by_name: name(row.changed_by),
    last_saved_by: person(row.last_saved_by),
  }
}

function datasetFields(
  row: Row<'charts'> & {
    table_name: string | null
    dataset_schema: string | null
    default_endpoint: string | null
    dataset_uuid: string | null
  },
): Json {
  const name = row.table_name === null ? null : [row.dataset_schema, row.table_name].filter(Boolean).join('.')
  return {
    datasource_id: row.datasource_id,
    datasource_type: row.datasource_type,
    datasource_name_text: name,
    datasource_url:
      row.default_endpoint ??
      `/explore/?datasource_type=${row.datasource_type ?? 'table'}&datasource_id=${row.datasource_id}`,
    datasource_uuid: row.dataset_uuid,
    table: row.table_name === null ? null : { table_name: row.table_name, default_endpoint: row.default_endpoint },
  }
}
