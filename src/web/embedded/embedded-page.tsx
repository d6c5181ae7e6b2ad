import { IconLayoutDashboard, IconLock } from '@tabler/icons-react'
import { type ComponentType, useEffect } from 'react'
import { bootstrap } from '../app/bootstrap.ts'
import { logActivity, openActivityPlace } from '../data/activity.ts'
import { ParamsProvider } from '../ui/router.tsx'
import { StateMessage } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { useGuest } from './use-guest.ts'

/** A dashboard alone, inside another site, for the guest whose token the site brings. */
export function EmbeddedPage({ Dashboard }: { Dashboard: ComponentType }) {
  const t = useText()
  const guest = useGuest()
  const id = bootstrap().embedded?.dashboard_id ?? 0
  useLoggedMount(id, guest.state === 'ready')
  if (guest.state === 'ready')
    return (
      <div className="app">
        <ParamsProvider value={{ idOrSlug: String(id) }}>
          <Dashboard />
        </ParamsProvider>
        {guest.isExpired && (
          <div className="offline" role="alert">
            <IconLock aria-hidden />
            {t('Your access to this dashboard has ended. Load the page again to go on.')}
          </div>
        )}
      </div>
    )
  if (guest.state === 'refused')
    return (
      <main className="main page-state">
        <StateMessage
          centred
          isPage
          tone="danger"
          icon={<IconLock className="l" aria-hidden />}
          title={t('You may not see this dashboard')}
        >
          {t('The page around it has to give you access again.')}
        </StateMessage>
      </main>
    )
  if (window.parent !== window) return <main className="main" aria-busy="true" />
  return (
    <main className="main page-state">
      <StateMessage
        centred
        isPage
        icon={<IconLayoutDashboard className="l" aria-hidden />}
        title={t('This dashboard is shown inside other pages')}
      >
        {t('Open the page that embeds it.')}
      </StateMessage>
    </main>
  )
}

function useLoggedMount(dashboardId: number, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return
    openActivityPlace({ source: 'dashboard', source_id: dashboardId })
    logActivity({ event_name: 'mount_dashboard', event_type: 'timing', duration: Math.round(performance.now()) })
    return () => openActivityPlace(null)
  }, [dashboardId, isReady])
}
