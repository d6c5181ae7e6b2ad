import type { ReactNode } from 'react'
import { dashboardPath } from '../app/places.ts'
import { DashboardPreview } from '../data/dashboard-preview.tsx'
import { Badge } from '../ui/marks.tsx'
import { Link } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { Ago, TagLinks } from './cells.tsx'
import type { DashboardRow } from './dashboard-row.ts'
import { personName } from './people.ts'

/** A dashboard with a look at its first picture. */
export function DashboardCard({ row, star }: { row: DashboardRow; star: ReactNode }) {
  const t = useText()
  return (
    <article className="card dash-card">
      <Link to={dashboardPath(row.slug ?? row.id)} className="dash-preview" aria-hidden="true" tabIndex={-1}>
        <DashboardPreview id={row.id} />
      </Link>
      <div className="dash-text">
        <div className="row g1">
          <h2 className="ell">
            <Link to={dashboardPath(row.slug ?? row.id)}>{row.dashboard_title}</Link>
          </h2>
          {star}
        </div>
        <div className="row g2 t1 c3">
          {!row.published && <Badge>{t('Draft')}</Badge>}
          <span className="ell">{row.owners.map(personName).join(', ')}</span>
          <span className="end nw">
            <Ago time={row.changed_on_utc} />
          </span>
        </div>
        <TagLinks tags={row.tags} most={2} letters={10} />
      </div>
    </article>
  )
}
