import { IconArrowBackUp, IconPlus, IconTerminal2 } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS, savedQueryPath } from '../../app/places.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import type { ListKind } from '../list-kind.ts'
import { DATABASE_CHOICE } from './shared-choices.ts'
import { changedAtColumn, MarkedName } from './shared-columns.tsx'

interface SavedQueryRow {
  readonly id: number
  readonly label: string
  readonly schema: string | null
  readonly database: { readonly database_name: string } | null
  readonly sql: string
  readonly sql_tables?: readonly { readonly table: string }[]
  readonly changed_on: string
}

export const savedQueries: ListKind<SavedQueryRow> = {
  resource: 'saved_query',
  title: 'Saved queries',
  columns: [
    {
      id: 'label',
      header: 'Name',
      order: 'label',
      cell: (row) => <MarkedName icon={<IconTerminal2 className="c3" aria-hidden />}>{row.label}</MarkedName>,
    },
    {
      id: 'database',
      header: 'Connection',
      order: 'database.database_name',
      width: 160,
      wideOnly: true,
      cell: (row) => row.database?.database_name ?? '–',
    },
    {
      id: 'schema',
      header: 'Schema',
      order: 'schema',
      width: 120,
      wideOnly: true,
      cell: (row) => <span className="mono">{row.schema ?? '–'}</span>,
    },
    {
      id: 'sql',
      header: 'Statement',
      wideOnly: true,
      cell: (row) => (
        <code className="mono ell c2 sql-cell" data-tip={row.sql.slice(0, 400)}>
          {row.sql.replace(/\s+/g, ' ').slice(0, 120)}
        </code>
      ),
    },
    changedAtColumn((row) => row.changed_on),
  ],
  search: { col: 'label', opr: 'all_text', hint: 'Name, statement, description' },
  choices: [DATABASE_CHOICE],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.label,
  open: (row) => savedQueryPath(row.id),
  favorites: null,
  remove: 'bulk',
  tagged: 'query',
  canChange: () => can('can_write', 'SavedQuery'),
  actions: (row, t) => [
    { label: t('Versions'), icon: <IconArrowBackUp aria-hidden />, to: `${PATHS.savedQueries}?edit=${row.id}` },
  ],
  imports: 'saved_query',
  empty: { title: 'No saved queries', text: 'Save a statement in the SQL editor to find it here.' },
  Create: NewQuery,
}

/** The editor of a phone reads queries, and writes none. */
function NewQuery() {
  const t = useText()
  if (useViewport() === 'phone') return null
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={`${PATHS.sqlEditor}?new=true`}>
      {t('New query')}
    </LinkButton>
  )
}
