import { IconChartHistogram, IconLayoutDashboard, IconTable, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { problemMessage } from '../app/messages.ts'
import { chartPath, dashboardPath, datasetPath, mayExplore, savedQueryPath } from '../app/places.ts'
import { NotFoundPage } from '../app/problem-pages.tsx'
import { HttpError, http } from '../data/http.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Badge } from '../ui/marks.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useLocation } from '../ui/router.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { type Translate, useText } from '../ui/text.ts'
import { Ago, TagLinks } from './cells.tsx'
import { NameCell } from './name-cell.tsx'

type Kind = 'dashboard' | 'chart' | 'query' | 'dataset'

interface TaggedObject {
  readonly id: number
  readonly type: Kind
  readonly name: string
  readonly creator: string
  readonly changed_on: string
  readonly tags: readonly { readonly id: number; readonly name: string; readonly type: string }[]
}

/** Everything that carries a tag and may be seen: the address names the tag by its number. */
export function TaggedScreen() {
  const id = /^\d{1,9}$/.exec(new URLSearchParams(useLocation().search).get('id') ?? '')?.[0]
  return id === undefined ? <NotFoundPage /> : <Tagged key={id} id={Number(id)} />
}

const taggedQuery = (id: number) => ({
  queryKey: ['list', 'tag', id],
  queryFn: async () => {
    const [tag, objects] = await Promise.all([
      http.get<{ readonly result: { readonly name: string } }>(`/api/v1/tag/${id}`),
      http.get<{ readonly result: readonly TaggedObject[] }>(`/api/v1/tag/get_objects/?tagIds=${id}`),
    ])
    return { name: tag.result.name, objects: objects.result }
  },
})

function Tagged({ id }: { id: number }) {
  const t = useText()
  const { data, error, refetch } = useQuery(taggedQuery(id))
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />
  return (
    <main className="main" aria-busy={!data && !error}>
      <PageHeader title={data ? t('Tagged {{name}}', { name: data.name }) : t('Tag')} count={data?.objects.length} />
      {!data && !error && <Skeleton lines={6} />}
      {error && (
        <FailedState centred title={t('What carries the tag could not be listed')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      )}
      {data?.objects.length === 0 && <EmptyState centred title={t('Nothing that you may see carries this tag')} />}
      {data && data.objects.length > 0 && (
        <div className="list-body">
          <DataTable
            label={t('Tagged {{name}}', { name: data.name })}
            size="lg"
            columns={columns(t)}
            rows={data.objects}
            rowKey={(row) => `${row.type}-${row.id}`}
            rowName={(row) => row.name}
          />
        </div>
      )}
    </main>
  )
}

const columns = (t: Translate): readonly TableColumn<TaggedObject>[] => [
  {
    id: 'name',
    header: t('Name'),
    cell: (row) => (
      <NameCell to={PLACES[row.type](row.id)} star={null}>
        <span className="ell b">{row.name}</span>
      </NameCell>
    ),
  },
  { id: 'type', header: t('Type'), width: 160, cell: (row) => <KindBadge kind={row.type} t={t} /> },
  { id: 'tags', header: t('Tags'), wideOnly: true, cell: (row) => <TagLinks tags={row.tags} /> },
  { id: 'creator', header: t('Owner'), width: 160, wideOnly: true, cell: (row) => row.creator || '–' },
  {
    id: 'changed',
    header: t('Changed'),
    align: 'right',
    width: 120,
    wideOnly: true,
    cell: (row) => <Ago time={row.changed_on} />,
  },
]

const PLACES: Readonly<Record<Kind, (id: number) => string | null>> = {
  dashboard: dashboardPath,
  chart: (id) => (mayExplore() ? chartPath(id) : null),
  query: savedQueryPath,
  dataset: datasetPath,
}

function KindBadge({ kind, t }: { kind: Kind; t: Translate }) {
  switch (kind) {
    case 'dashboard':
      return <Badge icon={<IconLayoutDashboard className="s" aria-hidden />}>{t('Dashboard')}</Badge>
    case 'chart':
      return <Badge icon={<IconChartHistogram className="s" aria-hidden />}>{t('Chart')}</Badge>
    case 'query':
      return <Badge icon={<IconTerminal2 className="s" aria-hidden />}>{t('Saved query')}</Badge>
    case 'dataset':
      return <Badge icon={<IconTable className="s" aria-hidden />}>{t('Dataset')}</Badge>
  }
}
