import { type ComponentProps, lazy, Suspense } from 'react'

const Loaded = lazy(() => import('./versions-dialog.tsx').then((module) => ({ default: module.VersionsDialog })))

/** The dialog of versions, which loads when it is first opened. */
export const VersionsDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
