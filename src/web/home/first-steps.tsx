import { IconCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '../app/bootstrap.ts'
import { dashboardPath, mayExplore, PATHS } from '../app/places.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import styles from './home.module.css'
import { useActivity, useCountOf, useMyCharts, useMyDashboards, usePinned } from './home-queries.ts'
import { firstSteps, type Step, type StepId } from './steps-model.ts'

const HIDDEN_KEY = 'sightline.first-steps-hidden'

const LABEL = {
  open: 'Open a dashboard',
  query: 'Run a query',
  chart: 'Turn a query into a chart',
  dashboard: 'Put charts on a dashboard',
  connect: 'Connect your own database',
  colleague: 'Add a colleague',
} as const satisfies Record<StepId, string>

/** A short list that ends: what to do next, by what the person may do. */
export function FirstSteps() {
  const t = useText()
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) !== null)
  const pinned = usePinned().list.data?.result[0]
  const steps = useSteps(pinned !== undefined)
  const done = steps.filter((step) => step.isDone).length
  if (isHidden || done === steps.length) return null
  const hide = () => {
    localStorage.setItem(HIDDEN_KEY, 'yes')
    setHidden(true)
  }
  const to: Readonly<Record<StepId, string>> = {
    open: pinned ? dashboardPath(pinned.slug ?? pinned.id) : PATHS.dashboards,
    query: PATHS.sqlEditor,
    chart: PATHS.newChart,
    dashboard: PATHS.dashboards,
    connect: PATHS.newDatabase,
    colleague: `${PATHS.users}?edit=new`,
  }
  return (
    <section>
      <header className={styles.head}>
        <h2>{t('First steps')}</h2>
        <span className="c3 t2 grow">{t('{{done}} of {{total}}', { done, total: steps.length })}</span>
        <IconButton size="sm" label={t('Hide first steps')} icon={<IconX className="s" aria-hidden />} onClick={hide} />
      </header>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} to={to[step.id]} />
        ))}
      </ol>
    </section>
  )
}

function StepRow({ step, to }: { step: Step; to: string }) {
  const t = useText()
  return (
    <li className={classNames(styles.step, step.isDone && styles.done)}>
      {step.isDone ? <IconCircleCheck aria-label={t('done')} /> : <IconCircle aria-hidden />}
      <Link to={to}>{t(LABEL[step.id])}</Link>
    </li>
  )
}

function useSteps(hasDashboards: boolean): readonly Step[] {
  const mayQuery = can('can_execute_sql_query', 'SQLLab')
  const mayBuild = can('can_write', 'Chart') && mayExplore()
  const mayConnect = can('can_write', 'Database')
  const mayAddUsers = can('can_write', 'User')
  return firstSteps({
    can: { query: mayQuery, build: mayBuild, connect: mayConnect, addUsers: mayAddUsers },
    hasDashboards,
    openedDashboards: (useActivity().data ?? []).filter((item) => item.item_type === 'dashboard').length,
    ranQueries: useCountOf('query', mayQuery),
    ownCharts: useMyCharts().data?.count ?? 0,
    ownDashboards: useMyDashboards().data?.count ?? 0,
    connections: useCountOf('database', mayConnect),
    users: useCountOf('security/users', mayAddUsers),
  })
}
