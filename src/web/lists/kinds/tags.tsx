import { IconPencil, IconTag } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS, tagPath } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import { NewRecord } from '../records/record-dialog.tsx'
import type { TagRow } from '../records/tag-record.tsx'

/** Words that people gave to dashboards, charts and queries. */
export const tags: ListKind<TagRow> = {
  resource: 'tag',
  title: 'Tags',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row) => (
        <>
          <IconTag className="c3" aria-hidden />
          <span className="ell b">{row.name}</span>
        </>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      order: 'description',
      wideOnly: true,
      cell: (row) => <span className="ell c2">{row.description || '–'}</span>,
    },
    {
      id: 'changed',
      header: 'Changed',
      order: 'changed_on_delta_humanized',
      align: 'right',
      width: 130,
      wideOnly: true,
      cell: (row) => <span className="c2">{row.changed_on_delta_humanized}</span>,
    },
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
