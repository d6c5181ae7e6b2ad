import { IconPencil, IconTag } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS, tagPath } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import { NewRecord } from '../records/record-dialog.tsx'
import type { TagRow } from '../records/tag-record.tsx'
import { changedColumn, MarkedName, textColumn } from './shared-columns.tsx'

/** Words that people gave to dashboards, charts and queries. */
export const tags: ListKind<TagRow> = {
  resource: 'tag',
  title: 'Tags',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row) => <MarkedName icon={<IconTag className="c3" aria-hidden />}>{row.name}</MarkedName>,
    },
    textColumn('description', 'Description', 'description', (row) => row.description),
    changedColumn,
  ],
  search: { col: 'name', opr: 'tag_all_text', hint: 'Name or description' },
  choices: [],
  always: [{ col: 'type', opr: 'custom_tag', value: true }],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.name,
  open: (row) => tagPath(row.id),
  favorites: null,
  remove: 'single',
  canChange: () => can('can_write', 'Tag'),
  actions: (row, t) => [{ label: t('Edit tag'), icon: <IconPencil aria-hidden />, to: `${PATHS.tags}?edit=${row.id}` }],
  empty: { title: 'No tags', text: 'A tag gathers dashboards, charts and queries on one page.' },
  Create: () => <NewRecord label="New tag" />,
}
