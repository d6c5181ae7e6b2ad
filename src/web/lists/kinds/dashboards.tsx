import { IconArrowBackUp, IconLayoutDashboard, IconPencil } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { dashboardPath, PATHS } from '../../app/places.ts'
import { Badge } from '../../ui/marks.tsx'
import { Certified, People, TagLinks } from '../cells.tsx'
import { DashboardCard } from '../dashboard-card.tsx'
import type { DashboardRow } from '../dashboard-row.ts'
import type { ListKind } from '../list-kind.ts'
import { NewDashboard } from '../new-dashboard.tsx'
import { favoriteChoice, OWNER_CHOICE } from './shared-choices.ts'
import { changedAtColumn } from './shared-columns.tsx'

export const dashboards: ListKind<DashboardRow> = {
  resource: 'dashboard',
  title: 'Dashboards',
  fields: [
    'id',
    'dashboard_title',
    'slug',
    'url',
    'published',
    'certified_by',
    'changed_on_utc',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'tags.id',
    'tags.name',
    'tags.type',
  ],
  columns: [
    {
      id: 'dashboard_title',
      header: 'Name',
      order: 'dashboard_title',
      cell: (row, t) => (
        <>
          <IconLayoutDashboard className="c3" aria-hidden />
          <span className="ell b">{row.dashboard_title}</span>
          <Certified by={row.certified_by} t={t} />
        </>
      ),
    },
    {
      id: 'published',
      header: 'State',
      order: 'published',
      width: 120,
      wideOnly: true,
      cell: (row, t) => (row.published ? <Badge tone="ok">{t('Published')}</Badge> : <Badge>{t('Draft')}</Badge>),
    },
    { id: 'tags', header: 'Tags', width: 180, wideOnly: true, cell: (row) => <TagLinks tags={row.tags} /> },
    { id: 'owners', header: 'Owner', width: 100, wideOnly: true, cell: (row) => <People people={row.owners} /> },
    changedAtColumn((row) => row.changed_on_utc),
  ],
  search: { col: 'dashboard_title', opr: 'title_or_slug', hint: 'Name or address' },
  choices: [
    OWNER_CHOICE,
    {
      id: 'state',
      label: 'State',
      options: [
        { value: 'published', label: 'Published' },
        { value: 'draft', label: 'Draft' },
      ],
      filter: (value) => ({ col: 'published', opr: 'eq', value: value === 'published' }),
    },
    favoriteChoice('dashboard_is_favorite'),
  ],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.dashboard_title,
  open: (row) => dashboardPath(row.slug ?? row.id),
  favorites: 'dashboard',
  remove: 'bulk',
  tagged: 'dashboard',
  canChange: () => can('can_write', 'Dashboard'),
  actions: (row, t) =>
    can('can_write', 'Dashboard')
      ? [
          { label: t('Edit'), icon: <IconPencil aria-hidden />, to: `${dashboardPath(row.slug ?? row.id)}?edit=true` },
          { label: t('Versions'), icon: <IconArrowBackUp aria-hidden />, to: `${PATHS.dashboards}?edit=${row.id}` },
        ]
      : [],
  imports: 'dashboard',
  empty: { title: 'No dashboards', text: 'A dashboard shows charts side by side and filters them together.' },
  Create: NewDashboard,
  Card: DashboardCard,
}
