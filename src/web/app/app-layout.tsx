import { Suspense } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { ErrorBoundary } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { useAppCommands } from './app-commands.ts'
import { bootstrap } from './bootstrap.ts'
import { Connectivity } from './connectivity.tsx'
import { Navigation } from './navigation.tsx'
import type { ScreenHandle } from './screen.ts'
import { SessionExpired } from './session-expired.tsx'

/** The frame around every screen. */
export function AppLayout() {
  const t = useText()
  const { pathname } = useLocation()
  const matches = useMatches()
  const isLoading = useNavigation().state === 'loading'
  const frame = (matches.at(-1)?.handle as ScreenHandle | undefined)?.frame ?? 'library'
  useAppCommands()
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
      <Connectivity />
      {bootstrap().user && <SessionExpired />}
    </>
  )
}
