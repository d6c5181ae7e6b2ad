import { IconPencil, IconTimelineEvent } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { annotationsPath, PATHS } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import type { LayerRow } from '../records/layer-record.tsx'
import { NewRecord } from '../records/record-dialog.tsx'
import { changedColumn, MarkedName, textColumn } from './shared-columns.tsx'

/** Sets of marked times that charts draw. */
export const annotationLayers: ListKind<LayerRow> = {
  resource: 'annotation_layer',
  title: 'Annotation layers',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row) => <MarkedName icon={<IconTimelineEvent className="c3" aria-hidden />}>{row.name}</MarkedName>,
    },
    textColumn('description', 'Description', 'descr', (row) => row.descr),
    changedColumn,
  ],
  search: { col: 'name', opr: 'annotation_layer_all_text', hint: 'Name or description' },
  choices: [],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.name,
  open: (row) => annotationsPath(row.id),
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'Annotation'),
  actions: (row, t) => [
    { label: t('Edit layer'), icon: <IconPencil aria-hidden />, to: `${PATHS.annotationLayers}?edit=${row.id}` },
  ],
  empty: {
    title: 'No annotation layers',
    text: 'A layer holds times worth knowing, such as releases and outages. Charts over time can show it.',
  },
  Create: () => <NewRecord label="New annotation layer" />,
}
