import { lazy } from 'react'
import { mayExplore } from '../app/places.ts'
import { ForbiddenPage } from '../app/problem-pages.tsx'
import { useLocation } from '../ui/router.tsx'
import { ExploreScreen } from './explore-screen.tsx'

const GalleryScreen = lazy(() => import('./gallery/gallery-screen.tsx').then((m) => ({ default: m.GalleryScreen })))

function ExploreRoute() {
  if (!useLocation().pathname.startsWith('/chart/add')) return <ExploreScreen />
  return mayExplore() ? <GalleryScreen /> : <ForbiddenPage />
}

export const exploreRoute = {
  path: ['/explore/', '/explore/p/:key/', '/superset/explore/p/:key/', '/chart/add'],
  Component: ExploreRoute,
}
