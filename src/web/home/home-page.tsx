import { IconPlus, IconSearch, IconTerminal2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { can } from '../app/bootstrap.ts'
import { showOverlay } from '../app/overlays.ts'
import { mayExplore, PATHS } from '../app/places.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Mark } from '../ui/marks.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorBoundary } from '../ui/states.tsx'
import { type Translate, useText } from '../ui/text.ts'
import { useViewport } from '../ui/viewport.ts'
import { ContinueCards } from './continue-cards.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { PinnedDashboards } from './pinned-dashboards.tsx'
import { RecentWork } from './recent-work.tsx'
import { RunningNow } from './running-now.tsx'

const UploadArea = lazy(() =>
  import('../data/uploads/upload-area.tsx').then((module) => ({ default: module.UploadArea })),
)

export function HomePage() {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  const creations = newItems(t)
  return (
    <main className="main">
      <Suspense fallback={null}>
        <UploadArea />
      </Suspense>
      {isPhone ? (
        <PhoneHeader />
      ) : (
        <PageHeader
          title={t('Home')}
          actions={
            <>
              {can('can_execute_sql_query', 'SQLLab') && (
                <LinkButton to={`${PATHS.sqlEditor}?new=true`} icon={<IconTerminal2 aria-hidden />}>
                  {t('New query')}
                </LinkButton>
              )}
              {creations.length > 0 && (
                <Menu
                  placement="bottom-end"
                  items={creations}
                  trigger={
                    <Button variant="primary" icon={<IconPlus aria-hidden />}>
                      {t('New')}
                    </Button>
                  }
                />
              )}
            </>
          }
        />
      )}
      <div className={`scroll ${styles.page}`}>
        <div className={styles.column}>
          <ErrorBoundary>{!isPhone && <ContinueCards />}</ErrorBoundary>
          <ErrorBoundary>
            <PinnedDashboards />
          </ErrorBoundary>
          <ErrorBoundary>
            <RecentWork />
          </ErrorBoundary>
        </div>
        <aside className={styles.aside}>
          <ErrorBoundary>{!isPhone && <FirstSteps />}</ErrorBoundary>
          <ErrorBoundary>
            <RunningNow />
          </ErrorBoundary>
        </aside>
      </div>
    </main>
  )
}

/** The name of the product and the way to everything else. */
function PhoneHeader() {
  const t = useText()
  return (
    <>
      <header className="bar">
        <Mark size={24} />
        <h1>Sightline</h1>
      </header>
      <div className={styles.phoneSearch}>
        <button type="button" className="input" onClick={() => showOverlay('palette')}>
          <IconSearch aria-hidden />
          <span className="ph">{t('Dashboards, charts, datasets')}</span>
        </button>
      </div>
    </>
  )
}

function newItems(t: Translate): readonly MenuItem[] {
  return [
    ...(can('can_write', 'Dashboard') ? [{ label: t('Dashboard'), to: PATHS.newDashboard }] : []),
    ...(can('can_write', 'Chart') && mayExplore() ? [{ label: t('Chart'), to: PATHS.newChart }] : []),
    ...(can('can_write', 'Dataset') ? [{ label: t('Dataset'), to: `${PATHS.datasets}?edit=new` }] : []),
    ...(can('can_write', 'Database') ? [{ label: t('Connection'), to: PATHS.newDatabase }] : []),
  ]
}
