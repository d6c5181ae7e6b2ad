import { IconPencil } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { annotationsPath } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import type { AnnotationRow } from '../records/annotation-record.tsx'
import { NewRecord } from '../records/record-dialog.tsx'
import { textColumn } from './shared-columns.tsx'

const NewAnnotation = () => <NewRecord label="New annotation" />

/** The annotations of one layer; the list has the name of the layer. */
export const annotationsOf = (layer: { readonly id: number; readonly name: string }): ListKind<AnnotationRow> => ({
  resource: `annotation_layer/${layer.id}/annotation`,
  title: layer.name,
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'short_descr',
      cell: (row) => <span className="ell b">{row.short_descr}</span>,
    },
    textColumn('description', 'Description', 'long_descr', (row) => row.long_descr),
    { id: 'start', header: 'Start (UTC)', order: 'start_dttm', width: 170, cell: (row) => timeOf(row.start_dttm) },
    {
      id: 'end',
      header: 'End (UTC)',
      order: 'end_dttm',
      width: 170,
      wideOnly: true,
      cell: (row) => timeOf(row.end_dttm),
    },
  ],
  search: { col: 'short_descr', opr: 'annotation_all_text', hint: 'Name or description' },
  choices: [],
  sort: { id: 'start', desc: true },
  id: (row) => row.id,
  name: (row) => row.short_descr,
  open: (row) => `${annotationsPath(layer.id)}?edit=${row.id}`,
  opensEditor: true,
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'Annotation'),
  actions: (row, t) => [
    {
      label: t('Edit annotation'),
      icon: <IconPencil aria-hidden />,
      to: `${annotationsPath(layer.id)}?edit=${row.id}`,
    },
  ],
  empty: { title: 'No annotations', text: 'Add the first time that charts with this layer mark.' },
  Create: NewAnnotation,
})

const timeOf = (text: string) => <span className="num">{text.replace('T', ' ')}</span>
