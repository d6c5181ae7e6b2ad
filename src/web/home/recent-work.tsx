import { IconChartHistogram, IconChevronRight, IconLayoutDashboard } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ChartIcon } from '../app/chart-icon.tsx'
import { chartPath, dashboardPath, mayExplore } from '../app/places.ts'
import { formatAgo, toDate } from '../ui/format.ts'
import { Link } from '../ui/router.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { type Translate, useText } from '../ui/text.ts'
import styles from './home.module.css'
import { type Person, useActivity, useTeamCharts, useTeamDashboards } from './home-queries.ts'

interface RecentRow {
  readonly key: string
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly detail: string
  readonly time: number
}

const EMPTY = {
  mine: 'What you open stands here, the latest first.',
  team: 'Nothing has changed yet.',
  failed: 'The list could not be read',
}

/** What the person looked at, and what changed for everybody. */
export function RecentWork() {
  const t = useText()
  const [chosen, setTab] = useState<'mine' | 'team' | null>(null)
  const mine = useMine(t)
  const team = useTeam(t)
  const tab = chosen ?? (mine.length === 0 && team.length > 0 ? 'team' : 'mine')
  const rows = tab === 'mine' ? mine : team
  const hasFailed = useActivity().isError && tab === 'mine'
  return (
    <section>
      <header className={`${styles.head} ${styles.recentHead}`}>
        <h2>{t('Recent')}</h2>
        <Tabs
          label={t('Recent')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'mine', label: t('Mine') },
            { value: 'team', label: t('Team') },
          ]}
        />
      </header>
      {rows.length === 0 ? (
        <p className={`c3 t2 ${styles.none}`}>{t(EMPTY[hasFailed ? 'failed' : tab])}</p>
      ) : (
        <ul className={styles.recent}>
          {rows.map((row) => (
            <li key={row.key}>
              <Link to={row.to}>
                <span className="c3">{row.icon}</span>
                <b className="ell">{row.title}</b>
                <span className="c3 ell">{row.detail}</span>
                <span className="c3 num nw">{formatAgo(row.time, Date.now())}</span>
                <IconChevronRight className="s c3" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useMine(t: Translate): readonly RecentRow[] {
  const { data } = useActivity()
  const open = (data ?? []).filter(({ item_type }) => item_type === 'dashboard' || mayExplore())
  return open.map((item) => {
    const isDashboard = item.item_type === 'dashboard'
    return {
      key: item.item_url,
      to: item.item_url,
      icon: isDashboard ? <IconLayoutDashboard aria-hidden /> : <IconChartHistogram aria-hidden />,
      title: item.item_title,
      detail: isDashboard ? t('Dashboard') : t('Chart'),
      time: item.time,
    }
  })
}

function useTeam(t: Translate): readonly RecentRow[] {
  const dashboards = (useTeamDashboards().data?.result ?? []).map((row) => ({
    key: `dashboard-${row.id}`,
    to: dashboardPath(row.slug ?? row.id),
    icon: <IconLayoutDashboard aria-hidden />,
    title: row.dashboard_title,
    detail: changedBy(t('Dashboard'), row.changed_by),
    time: toDate(row.changed_on_utc).getTime(),
  }))
  const found = useTeamCharts().data?.result ?? []
  const charts = (mayExplore() ? found : []).map((row) => ({
    key: `chart-${row.id}`,
    to: chartPath(row.id),
    icon: <ChartIcon type={row.viz_type} />,
    title: row.slice_name,
    detail: changedBy(t('Chart'), row.changed_by),
    time: toDate(row.changed_on_utc).getTime(),
  }))
  return [...dashboards, ...charts].toSorted((a, b) => b.time - a.time)
}

const changedBy = (kind: string, person: Person | null | undefined): string =>
  person ? `${kind} · ${person.first_name} ${person.last_name}` : kind
