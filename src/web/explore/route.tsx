import { useLocation } from 'react-router'
import { ExploreScreen } from './explore-screen.tsx'
import { GalleryScreen } from './gallery/gallery-screen.tsx'

function ExploreRoute() {
  return useLocation().pathname.startsWith('/chart/add') ? <GalleryScreen /> : <ExploreScreen />
}

export const exploreRoute = {
  path: ['/explore/', '/explore/p/:key/', '/superset/explore/p/:key/', '/chart/add'],
  Component: ExploreRoute,
}
