import { lazy } from 'react'
import { useLocation } from '../ui/router.tsx'
import { ExploreScreen } from './explore-screen.tsx'

const GalleryScreen = lazy(() => import('./gallery/gallery-screen.tsx').then((m) => ({ default: m.GalleryScreen })))

function ExploreRoute() {
  return useLocation().pathname.startsWith('/chart/add') ? <GalleryScreen /> : <ExploreScreen />
}

export const exploreRoute = {
  path: ['/explore/', '/explore/p/:key/', '/superset/explore/p/:key/', '/chart/add'],
  Component: ExploreRoute,
}
