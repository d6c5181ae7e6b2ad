import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../ui/progress.tsx'
import { Link } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { http } from './http.ts'
import { readList } from './list.ts'

const SHOWN = 5

interface Use {
  readonly id: number
  readonly name: string
  readonly to: string
}

interface Uses {
  readonly datasets: { readonly count: number; readonly result: readonly Use[] }
  readonly charts: { readonly count: number; readonly result: readonly Use[] }
  readonly dashboards: { readonly count: number; readonly result: readonly Use[] }
}

interface Related {
  readonly charts: {
    readonly count: number
    readonly result: readonly { readonly id: number; readonly slice_name: string }[]
  }
  readonly dashboards: {
    readonly count: number
    readonly result: readonly { readonly id: number; readonly title: string }[]
  }
}

/** What stands on a database, of what the user may see. */
const useDatabaseUses = (id: number) =>
  useQuery({
    queryKey: ['list', 'database', 'uses', id],
    queryFn: ({ signal }) => readUses(id, signal),
  })

async function readUses(id: number, signal: AbortSignal): Promise<Uses> {
  const [related, datasets] = await Promise.all([
    http.get<Related>(`/api/v1/database/${id}/related_objects/`, { signal }),
    readList<{ id: number; table_name: string }>(
      {
        resource: 'dataset',
        columns: ['id', 'table_name'],
        filters: [{ col: 'database', opr: 'rel_o_m', value: id }],
        orderColumn: 'table_name',
        pageSize: SHOWN,
      },
      signal,
    ),
  ])
  const { charts, dashboards } = related
  return {
    datasets: {
      count: datasets.count,
      result: datasets.result.map((one) => ({ id: one.id, name: one.table_name, to: `/dataset/${one.id}/edit/` })),
    },
    charts: {
      count: charts.count,
      result: charts.result.map((one) => ({ id: one.id, name: one.slice_name, to: `/explore/?slice_id=${one.id}` })),
    },
    dashboards: {
      count: dashboards.count,
      result: dashboards.result.map((one) => ({ id: one.id, name: one.title, to: `/superset/dashboard/${one.id}/` })),
    },
  }
}

interface DatabaseUsesProps {
  id: number
  /** Says that datasets keep the connection from being deleted. */
  isForRemoval?: boolean
}

/** Datasets, charts and dashboards on a database, by name. */
export function DatabaseUses({ id, isForRemoval = false }: DatabaseUsesProps) {
  const t = useText()
  const { data, error } = useDatabaseUses(id)
  if (error) return <p className="c3 t2">{t('What depends on it could not be read')}</p>
  if (!data) return <Skeleton lines={2} height={12} />
  const { datasets, charts, dashboards } = data
  if (datasets.count + charts.count + dashboards.count === 0)
    return <p className="c2 t2">{t('Nothing depends on this connection.')}</p>
  return (
    <dl className="col g2 t2">
      {isForRemoval && datasets.count > 0 && (
        <div className="cd">{t('It stays while datasets are on it: delete those first.')}</div>
      )}
      <UseGroup label={t('{{count}} dataset|{{count}} datasets', { count: datasets.count })} {...datasets} />
      <UseGroup label={t('{{count}} chart|{{count}} charts', { count: charts.count })} {...charts} />
      <UseGroup label={t('{{count}} dashboard|{{count}} dashboards', { count: dashboards.count })} {...dashboards} />
    </dl>
  )
}

function UseGroup({ label, count, result }: { label: string; count: number; result: readonly Use[] }) {
  const t = useText()
  if (count === 0) return null
  const more = count - Math.min(count, SHOWN)
  return (
    <div>
      <dt className="b">{label}</dt>
      {result.slice(0, SHOWN).map((use) => (
        <dd key={use.id} className="ell">
          <Link to={use.to}>{use.name}</Link>
        </dd>
      ))}
      {more > 0 && <dd className="c3">{t('and {{count}} more', { count: more })}</dd>}
    </div>
  )
}
