import { sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { relatedAuthors, STAMP_FILTERS } from '../kit/people.server.ts'
import { formColumn } from '../kit/project.ts'
import { withStamps } from '../kit/stamps.server.ts'
import { shownInstant } from './when.ts'

const LAYER_COLUMNS = [formColumn('name', { required: true }), formColumn('descr')]

/** Annotation layers; who may read them at all may read every one. */
export const layerSpec = (services: Services): ListSpec<'annotation_layers'> => ({
  table: 'annotation_layers',
  title: 'Annotation Layer',
  view: 'Annotation',
  permissions: ['can_read', 'can_write'],
  visible: (query) => query,
  load: async (ids) =>
    withStamps(
      services,
      await services.db
        .selectFrom('annotation_layers')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    ),
  listColumns: [
    'id',
    'name',
    'descr',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_by.first_name',
    'created_by.last_name',
    'created_on',
  ],
  showColumns: ['id', 'name', 'descr'],
  addColumns: LAYER_COLUMNS,
  editColumns: LAYER_COLUMNS.map((column) => ({ ...column, required: false })),
  orders: {
    id: 'annotation_layers.id',
    name: 'annotation_layers.name',
    descr: 'annotation_layers.descr',
    'created_by.first_name': firstName('annotation_layers.created_by'),
    'changed_by.first_name': firstName('annotation_layers.changed_by'),
    created_on: 'annotation_layers.created_on',
    changed_on: 'annotation_layers.changed_on',
    changed_on_delta_humanized: 'annotation_layers.changed_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: { id: { type: 'number' }, name: { type: 'text' }, descr: { type: 'text' }, ...STAMP_FILTERS },
  custom: {
    'name/annotation_layer_all_text': (_, value) =>
      anyHolds(['annotation_layers.name', 'annotation_layers.descr'], value),
  },
  related: relatedAuthors(services),
})

const ANNOTATION_COLUMNS = ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata']

/** The annotations of one layer. */
export const annotationSpec = (services: Services, layerId: number): ListSpec<'annotations'> => ({
  table: 'annotations',
  title: 'Annotation',
  view: 'Annotation',
  permissions: ['can_read', 'can_write'],
  visible: (query) => query.where('annotations.layer_id', '=', layerId),
  load: (ids) => loadAnnotations(services, ids),
  listColumns: [
    'id',
    'short_descr',
    'long_descr',
    'start_dttm',
    'end_dttm',
    'changed_by.first_name',
    'changed_by.id',
    'changed_on_delta_humanized',
    'created_by.first_name',
    'created_by.id',
  ],
  showColumns: ['id', ...ANNOTATION_COLUMNS, 'layer.id', 'layer.name'],
  orders: {
    id: 'annotations.id',
    short_descr: 'annotations.short_descr',
    long_descr: 'annotations.long_descr',
    start_dttm: 'annotations.start_dttm',
    end_dttm: 'annotations.end_dttm',
    'created_by.first_name': firstName('annotations.created_by'),
    'changed_by.first_name': firstName('annotations.changed_by'),
    changed_on_delta_humanized: 'annotations.changed_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    short_descr: { type: 'text' },
    long_descr: { type: 'text' },
    json_metadata: { type: 'text' },
    layer: { type: 'relation', column: 'layer_id' },
    start_dttm: { type: 'time' },
    end_dttm: { type: 'time' },
    ...STAMP_FILTERS,
  },
  custom: {
    'short_descr/annotation_all_text': (_, value) =>
      anyHolds(['annotations.short_descr', 'annotations.long_descr'], value),
  },
})

async function loadAnnotations(services: Services, ids: readonly number[]) {
  const rows = await services.db
    .selectFrom('annotations')
    .innerJoin('annotation_layers', 'annotation_layers.id', 'annotations.layer_id')
    .selectAll('annotations')
    .select('annotation_layers.name as layer_name')
    .where('annotations.id', 'in', [...ids])
    .execute()
  return (await withStamps(services, rows)).map((row) => ({
    ...row,
    start_dttm: shownInstant(row.start_dttm),
    end_dttm: shownInstant(row.end_dttm),
    layer: { id: row.layer_id, name: row.layer_name },
  }))
}

function firstName(column: string) {
  return sql<string>`(select first_name from users where users.id = ${sql.ref(column)})`
}
