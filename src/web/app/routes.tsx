import type { ComponentType } from 'react'
import { createBrowserRouter, type LazyRouteFunction, type RouteObject } from 'react-router'
import { AppLayout } from './app-layout.tsx'
import { CrashedPage, NotFoundPage } from './problem-pages.tsx'
import type { ScreenHandle } from './screen.ts'

interface ScreenModule {
  readonly Component: ComponentType
}

const screens = import.meta.glob<Record<string, ScreenModule>>('../*/route.tsx')

const lazyScreen =
  (folder: string, name: string): LazyRouteFunction<RouteObject> =>
  async () => {
    const module = await screens[`../${folder}/route.tsx`]?.()
    return { Component: module?.[name]?.Component ?? NotFoundPage }
  }

const screen = (paths: readonly string[], frame: ScreenHandle['frame'], folder: string, name: string): RouteObject[] =>
  paths.map((path) => ({ path, handle: { frame } satisfies ScreenHandle, lazy: lazyScreen(folder, name) }))

const lists = screen(
  [
    '/dashboard/list/',
    '/chart/list/',
    '/tablemodelview/list/',
    '/databaseview/list/',
    '/savedqueryview/list/',
    '/sqllab/history/',
    '/users/',
    '/roles/',
  ],
  'library',
  'lists',
  'listsRoute',
)

/** Every address of the browser side. Screens load when they are first visited. */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: AppLayout,
      ErrorBoundary: CrashedPage,
      children: [
        ...screen(['/', '/superset/welcome/'], 'library', 'home', 'homeRoute'),
        ...screen(['/login/', '/first-start/'], 'bare', 'session', 'sessionRoute'),
        ...lists,
        ...screen(['/sqllab/'], 'work', 'sql-editor', 'sqlEditorRoute'),
        ...screen(
          ['/explore/', '/explore/p/:key/', '/chart/add', '/superset/explore/p/:key/'],
          'work',
          'explore',
          'exploreRoute',
        ),
        ...screen(
          ['/superset/dashboard/:idOrSlug/', '/superset/dashboard/p/:key/', '/dashboard/new/'],
          'work',
          'dashboard',
          'dashboardRoute',
        ),
        ...screen(['/design'], 'bare', 'design', 'designRoute'),
        { path: '*', Component: NotFoundPage, handle: { frame: 'library' } satisfies ScreenHandle },
      ],
    },
  ])
