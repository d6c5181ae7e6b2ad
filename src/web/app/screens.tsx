import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Frame } from './frame.ts'

export interface Screen {
  readonly paths: readonly string[]
  readonly frame: Frame
  readonly Component: LazyExoticComponent<ComponentType>
}

interface ScreenRoute {
  readonly Component: ComponentType
}

/** Every screen of the product with its addresses. A screen loads when it is first visited. */
export const SCREENS: readonly Screen[] = [
  {
    paths: ['/', '/superset/welcome/'],
    frame: 'library',
    Component: screen(() => import('../home/route.tsx').then((module) => module.homeRoute)),
  },
  {
    paths: ['/login/', '/first-start/'],
    frame: 'bare',
    Component: screen(() => import('../session/route.tsx').then((module) => module.sessionRoute)),
  },
  {
    paths: [
      '/dashboard/list/',
      '/chart/list/',
      '/tablemodelview/list/',
      '/databaseview/list/',
      '/savedqueryview/list/',
      '/sqllab/history/',
      '/users/',
      '/users/list/',
      '/roles/',
      '/roles/list/',
      '/rowlevelsecurity/list/',
      '/superset/all_entities/',
      '/theme/list/',
      '/list_groups/',
      '/report/list/',
      '/alert/list/',
      '/superset/tags/',
      '/annotationlayer/list/',
      '/annotationlayer/:id/annotation/',
      '/csstemplatemodelview/list/',
    ],
    frame: 'library',
    Component: screen(() => import('../lists/route.tsx').then((module) => module.listsRoute)),
  },
  {
    paths: ['/dataset/add/', '/dataset/:id/edit/', '/tablemodelview/edit/:id'],
    frame: 'library',
    Component: screen(() => import('../datasets/route.tsx').then((module) => module.datasetsRoute)),
  },
  {
    paths: ['/databaseview/add/', '/databaseview/:id/edit/'],
    frame: 'library',
    Component: screen(() => import('../connections/route.tsx').then((module) => module.connectionsRoute)),
  },
  {
    paths: ['/sqllab/', '/sqllab/p/:key/'],
    frame: 'work',
    Component: screen(() => import('../sql-editor/route.tsx').then((module) => module.sqlEditorRoute)),
  },
  {
    paths: ['/explore/', '/explore/p/:key/', '/superset/explore/p/:key/', '/chart/add/'],
    frame: 'work',
    Component: screen(() => import('../explore/route.tsx').then((module) => module.exploreRoute)),
  },
  {
    paths: ['/superset/dashboard/:idOrSlug/', '/superset/dashboard/p/:key/', '/dashboard/new/'],
    frame: 'work',
    Component: screen(() => import('../dashboard/route.tsx').then((module) => module.dashboardRoute)),
  },
  {
    paths: ['/embedded/:uuid/'],
    frame: 'bare',
    Component: lazy(async () => {
      const [{ EmbeddedPage }, { dashboardRoute }] = await Promise.all([
        import('../embedded/embedded-page.tsx'),
        import('../dashboard/route.tsx'),
      ])
      return { default: () => <EmbeddedPage Dashboard={dashboardRoute.Component} /> }
    }),
  },
  {
    paths: ['/user_info/'],
    frame: 'library',
    Component: screen(() => import('../account/route.tsx').then((module) => module.accountRoute)),
  },
  {
    paths: ['/design/'],
    frame: 'bare',
    Component: screen(() => import('../design/route.tsx').then((module) => module.designRoute)),
  },
]

function screen(load: () => Promise<ScreenRoute>) {
  return lazy(() => load().then((route) => ({ default: route.Component })))
}
