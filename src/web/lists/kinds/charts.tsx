import { IconArrowBackUp, IconPencil, IconPlus } from '@tabler/icons-react'
import { can, owns } from '../../app/bootstrap.ts'
import { ChartIcon } from '../../app/chart-icon.tsx'
import { chartPath, mayExplore, PATHS } from '../../app/places.ts'
import { chartTypeChoices, chartTypeName } from '../../data/chart-types.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useText } from '../../ui/text.ts'
import { Certified, type ObjectTag, People, TagLinks } from '../cells.tsx'
import type { ListKind } from '../list-kind.ts'
import type { Person } from '../people.ts'
import { favoriteChoice, OWNER_CHOICE } from './shared-choices.ts'
import { changedAtColumn } from './shared-columns.tsx'

interface ChartRow {
  readonly id: number
  readonly slice_name: string | null
  readonly viz_type: string
  readonly datasource_name_text: string | null
  readonly datasource_url: string | null
  readonly certified_by: string | null
  readonly changed_on_utc: string
  readonly owners: readonly Person[]
  readonly tags?: readonly ObjectTag[]
  readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string }[]
}

export const charts: ListKind<ChartRow> = {
  resource: 'chart',
  title: 'Charts',
  fields: [
    'id',
    'slice_name',
    'viz_type',
    'datasource_name_text',
    'datasource_url',
    'certified_by',
    'changed_on_utc',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'tags.id',
    'tags.name',
    'tags.type',
    'dashboards.id',
    'dashboards.dashboard_title',
  ],
  columns: [
    {
      id: 'slice_name',
      header: 'Name',
      order: 'slice_name',
      cell: (row, t) => (
        <>
          <ChartIcon type={row.viz_type} />
          <span className="ell b">{row.slice_name || t('Unnamed chart')}</span>
          <Certified by={row.certified_by} t={t} />
        </>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      order: 'viz_type',
      width: 120,
      wideOnly: true,
      cell: (row, t) => t(chartTypeName(row.viz_type)),
    },
    {
      id: 'dataset',
      header: 'Dataset',
      order: 'datasource_name',
      width: 200,
      wideOnly: true,
      cell: (row) => <span className="mono ell">{row.datasource_name_text ?? '–'}</span>,
    },
    {
      id: 'dashboards',
      header: 'Dashboards',
      align: 'right',
      width: 100,
      wideOnly: true,
      cell: (row) =>
        row.dashboards?.length > 0 ? (
          <span data-tip={row.dashboards.map((one) => one.dashboard_title).join(', ')}>{row.dashboards.length}</span>
        ) : (
          <span className="c3">–</span>
        ),
    },
    { id: 'tags', header: 'Tags', width: 180, roomyOnly: true, cell: (row) => <TagLinks tags={row.tags} /> },
    { id: 'owners', header: 'Owner', width: 100, roomyOnly: true, cell: (row) => <People people={row.owners} /> },
    changedAtColumn((row) => row.changed_on_utc),
  ],
  search: { col: 'slice_name', opr: 'chart_all_text', hint: 'Name, type, dataset' },
  choices: [
    OWNER_CHOICE,
    {
      id: 'type',
      label: 'Type',
      options: chartTypeChoices,
      filter: (value) => ({ col: 'viz_type', opr: 'eq', value }),
    },
    favoriteChoice('chart_is_favorite'),
  ],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.slice_name || `${row.id}`,
  open: (row) => chartPath(row.id),
  canOpen: mayExplore,
  favorites: 'chart',
  remove: 'bulk',
  tagged: 'chart',
  canChange: () => can('can_write', 'Chart'),
  actions: (row, t) =>
    can('can_write', 'Chart')
      ? [
          ...(owns(row.owners.map(({ id = 0 }) => ({ id })))
            ? [{ label: t('Properties'), icon: <IconPencil aria-hidden />, to: `${PATHS.charts}?properties=${row.id}` }]
            : []),
          { label: t('Versions'), icon: <IconArrowBackUp aria-hidden />, to: `${PATHS.charts}?edit=${row.id}` },
        ]
      : [],
  imports: 'chart',
  empty: { title: 'No charts', text: 'A chart asks a dataset one question and draws the answer.' },
  Create: NewChart,
}

function NewChart() {
  const t = useText()
  if (!mayExplore()) return null
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={PATHS.newChart}>
      {t('New chart')}
    </LinkButton>
  )
}
