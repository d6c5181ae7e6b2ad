import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useMatches, useNavigate, useNavigation } from 'react-router'
import { ErrorBoundary } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { useAppCommands } from './app-commands.ts'
import { AppOverlays } from './app-overlays.tsx'
import { bootstrap } from './bootstrap.ts'
import { Connectivity } from './connectivity.tsx'
import { setGoTo } from './go-to.ts'
import { Navigation } from './navigation.tsx'
import type { ScreenHandle } from './screen.ts'
import { SessionExpired } from './session-expired.tsx'
import { useActivityLog } from './use-activity-log.ts'

/** The frame around every screen. */
export function AppLayout() {
  const t = useText()
  const { pathname } = useLocation()
  const matches = useMatches()
  const isLoading = useNavigation().state === 'loading'
  const frame = (matches.at(-1)?.handle as ScreenHandle | undefined)?.frame ?? 'library'
  const navigate = useNavigate()
  useAppCommands()
  useActivityLog(bootstrap().user !== null)
  useEffect(() => setGoTo((path) => void navigate(path)), [navigate])
  const screen = (
    <ErrorBoundary resetKey={pathname} title={t('This page stopped working')}>
      <Suspense fallback={<main className="main" aria-busy="true" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <>
      {isLoading && <div className="page-loading" role="progressbar" aria-label={t('Loading')} />}
      {frame === 'bare' ? (
        screen
      ) : (
        <div className={`app app-${frame}`}>
          <Navigation frame={frame} />
          {screen}
        </div>
      )}
      <AppOverlays />
      <Connectivity />
      {bootstrap().user && <SessionExpired />}
    </>
  )
}
