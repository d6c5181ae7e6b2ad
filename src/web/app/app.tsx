import { type ComponentType, Suspense, useEffect, useMemo } from 'react'
import { matchPath, type Params } from '../ui/address.ts'
import { ParamsProvider, useLocation, useNavigate } from '../ui/router.tsx'
import { ErrorBoundary } from '../ui/states.tsx'
import { useAppCommands } from './app-commands.ts'
import { AppOverlays } from './app-overlays.tsx'
import { bootstrap } from './bootstrap.ts'
import { Connectivity } from './connectivity.tsx'
import type { Frame } from './frame.ts'
import { setGoTo } from './go-to.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { Navigation } from './navigation.tsx'
import { CrashedPage, NotFoundPage } from './problem-pages.tsx'
import { SCREENS } from './screens.tsx'
import { SessionExpired } from './session-expired.tsx'
import { useActivityLog } from './use-activity-log.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

/** The frame around every screen, and the screen of the address. */
export function App() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isSignedIn = bootstrap().user !== null
  const { frame, Screen, params } = useMemo(() => screenAt(pathname), [pathname])
  const screen = <CurrentScreen resetKey={pathname} Screen={Screen} params={params} />
  useAppCommands()
  useActivityLog(isSignedIn)
  useFocusOnArrival(pathname)
  useEffect(() => setGoTo((path) => void navigate(path)), [navigate])
  return (
    <>
      {frame === 'bare' ? (
        screen
      ) : (
        <div className={`app app-${frame}`}>
          <Navigation frame={frame} />
          {screen}
        </div>
      )}
      <AppOverlays />
      <LeaveQuestion />
      <Connectivity />
      {isSignedIn && <SessionExpired />}
    </>
  )
}

interface Shown {
  readonly frame: Frame
  readonly Screen: ComponentType
  readonly params: Params
}

function screenAt(pathname: string): Shown {
  for (const { paths, frame, Component } of SCREENS)
    for (const path of paths) {
      const params = matchPath(path, pathname)
      if (params !== null) return { frame, Screen: Component, params }
    }
  return { frame: 'library', Screen: NotFoundPage, params: {} }
}

/** A failed screen leaves the frame standing; another address tries again. */
function CurrentScreen({ resetKey, Screen, params }: Omit<Shown, 'frame'> & { resetKey: string }) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(error) => <CrashedPage error={error} />}>
      <Suspense fallback={<main className="main" aria-busy="true" />}>
        <ParamsProvider value={params}>
          <Screen />
        </ParamsProvider>
      </Suspense>
    </ErrorBoundary>
  )
}
