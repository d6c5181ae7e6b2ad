import { Suspense, useEffect } from 'react'
import { matchPath, Route, Routes, useLocation, useNavigate } from 'react-router'
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
  const frame = frameAt(pathname)
  useAppCommands()
  useActivityLog(isSignedIn)
  useFocusOnArrival(pathname)
  useEffect(() => setGoTo((path) => void navigate(path)), [navigate])
  return (
    <>
      {frame === 'bare' ? (
        <CurrentScreen resetKey={pathname} />
      ) : (
        <div className={`app app-${frame}`}>
          <Navigation frame={frame} />
          <CurrentScreen resetKey={pathname} />
        </div>
      )}
      <AppOverlays />
      <LeaveQuestion />
      <Connectivity />
      {isSignedIn && <SessionExpired />}
    </>
  )
}

function frameAt(pathname: string): Frame {
  const fits = (pattern: string) => matchPath(pattern, pathname) !== null
  return SCREENS.find((screen) => screen.paths.some(fits))?.frame ?? 'library'
}

/** A failed screen leaves the frame standing; another address tries again. */
function CurrentScreen({ resetKey }: { resetKey: string }) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(error) => <CrashedPage error={error} />}>
      <Suspense fallback={<main className="main" aria-busy="true" />}>
        <Routes>
          {SCREENS.flatMap(({ paths, Component }) =>
            paths.map((path) => <Route key={path} path={path} element={<Component />} />),
          )}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}
