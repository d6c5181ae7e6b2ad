import { IconLayoutDashboard, IconTerminal2 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { ChartIcon } from '../app/chart-icon.tsx'
import { chartPath, dashboardPath, mayExplore, PATHS } from '../app/places.ts'
import { formatAgo } from '../ui/format.ts'
import { Badge } from '../ui/marks.tsx'
import { Link } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import styles from './home.module.css'
import { type ChartItem, type DashboardItem, useEditorState, useMyCharts, useMyDashboards } from './home-queries.ts'

const PreviewChart = lazy(() =>
  import('../data/preview-chart.tsx').then((module) => ({ default: module.PreviewChart })),
)

/** Where the person stopped: the open statement, the latest chart and dashboard of one's own. */
export function ContinueCards() {
  const t = useText()
  const editor = useEditorState().data?.active_tab
  const chart = useMyCharts().data?.result[0]
  const dashboard = useMyDashboards().data?.result[0]
  if (!editor?.sql && !chart && !dashboard) return null
  return (
    <section>
      <header className={styles.head}>
        <h2>{t('Continue')}</h2>
        <span className="c3 t2">{t('where you stopped')}</span>
      </header>
      <div className={styles.three}>
        {editor?.sql && <EditorCard label={editor.label} sql={editor.sql} rows={editor.latest_query?.rows ?? null} />}
        {chart && mayExplore() && <ChartCard chart={chart} />}
        {dashboard && <DashboardCard dashboard={dashboard} />}
      </div>
    </section>
  )
}

interface CardProps {
  to: string
  icon: ReactNode
  title: string
  badge?: ReactNode
  foot: string
  children: ReactNode
}

const Card = ({ to, icon, title, badge, foot, children }: CardProps) => (
  <Link to={to} className={`card ${styles.continue}`}>
    <span className="row g2">
      <span className="c3">{icon}</span>
      <b className="ell grow">{title}</b>
      {badge}
    </span>
    <span className={styles.continueBody}>{children}</span>
    <span className="t1 c3 ell">{foot}</span>
  </Link>
)

function EditorCard({ label, sql, rows }: { label: string; sql: string; rows: number | null }) {
  const t = useText()
  const lines = sql.trimEnd().split('\n')
  const count = t('{{count}} line|{{count}} lines', { count: lines.length })
  const kept = rows === null ? '' : ` · ${t('{{count}} row kept|{{count}} rows kept', { count: rows })}`
  return (
    <Card to={PATHS.sqlEditor} icon={<IconTerminal2 aria-hidden />} title={label} foot={count + kept}>
      <code className={`code ${styles.sql}`}>{lines.slice(-2).join('\n')}</code>
    </Card>
  )
}

function ChartCard({ chart }: { chart: ChartItem }) {
  const t = useText()
  const ago = formatAgo(chart.changed_on_utc, Date.now())
  return (
    <Card
      to={chartPath(chart.id)}
      icon={<ChartIcon type={chart.viz_type} />}
      title={chart.slice_name}
      foot={`${t('Chart')} · ${chart.datasource_name_text ?? ''} · ${ago}`}
    >
      {chart.form_data && (
        <Suspense fallback={null}>
          <PreviewChart formData={chart.form_data} name={chart.slice_name} />
        </Suspense>
      )}
    </Card>
  )
}

function DashboardCard({ dashboard }: { dashboard: DashboardItem }) {
  const t = useText()
  const ago = formatAgo(dashboard.changed_on_utc, Date.now())
  return (
    <Card
      to={dashboardPath(dashboard.slug ?? dashboard.id)}
      icon={<IconLayoutDashboard aria-hidden />}
      title={dashboard.dashboard_title}
      badge={!dashboard.published && <Badge tone="accent">{t('Draft')}</Badge>}
      foot={`${t('Dashboard')} · ${ago}`}
    >
      <span className="t2 c2">
        {dashboard.published
          ? t('Published: everybody with access to its data sees it.')
          : t('A draft: only you and its owners see it.')}
      </span>
    </Card>
  )
}
