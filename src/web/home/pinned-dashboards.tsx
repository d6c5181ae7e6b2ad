import { can } from '../app/bootstrap.ts'
import { dashboardPath, PATHS } from '../app/places.ts'
import { DashboardPreview } from '../data/dashboard-preview.tsx'
import { formatAgo } from '../ui/format.ts'
import { Skeleton } from '../ui/progress.tsx'
import { Link } from '../ui/router.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import styles from './home.module.css'
import { type DashboardItem, usePinned } from './home-queries.ts'

/** Starred dashboards; before there are any, the latest ones. */
export function PinnedDashboards() {
  return can('can_read', 'Dashboard') ? <Dashboards /> : <NothingOpen />
}

function NothingOpen() {
  const t = useText()
  return (
    <EmptyState title={t('Nothing is open to you yet')}>
      {t('None of your roles opens dashboards. An administrator can give you one that does.')}
    </EmptyState>
  )
}

function Dashboards() {
  const t = useText()
  const { list, areStarred } = usePinned()
  const rows = list.data?.result ?? []
  return (
    <section>
      <header className={styles.head}>
        <h2 className="grow">{areStarred ? t('Pinned') : t('Dashboards to look at')}</h2>
        <Link to={PATHS.dashboards} className="t2">
          {t('All dashboards')}
        </Link>
      </header>
      {list.isPending && <Skeleton lines={4} height={28} />}
      {list.isError && <FailedState title={t('The list could not be read')} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <EmptyState title={t('No dashboards')}>
          {can('can_write', 'Dashboard')
            ? t('None is shared with you so far. A dashboard shows charts side by side and filters them together.')
            : t('None is shared with you so far. Their owners, or an administrator, can give you access.')}
        </EmptyState>
      )}
      <div className={styles.four}>
        {rows.map((row) => (
          <PinnedCard key={row.id} row={row} />
        ))}
      </div>
    </section>
  )
}

function PinnedCard({ row }: { row: DashboardItem }) {
  const owner = row.owners?.[0]
  return (
    <Link to={dashboardPath(row.slug ?? row.id)} className={`card ${styles.pinned}`}>
      <span className={styles.pinnedPreview}>
        <DashboardPreview id={row.id} />
      </span>
      <span className={styles.pinnedText}>
        <b className="ell">{row.dashboard_title}</b>
        <span className="row g2 t1 c3">
          <span className="ell grow">{owner ? `${owner.first_name} ${owner.last_name}` : ''}</span>
          <span className="nw">{formatAgo(row.changed_on_utc, Date.now())}</span>
        </span>
      </span>
    </Link>
  )
}
