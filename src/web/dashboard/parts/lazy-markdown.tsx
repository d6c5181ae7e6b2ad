import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/progress.tsx'
import { ErrorBoundary } from '../../ui/states.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Markdown; what draws it is loaded when it is first needed. */
export function LazyMarkdown({ code }: { code: string }) {
  return (
    <ErrorBoundary resetKey={code}>
      <Suspense fallback={<Skeleton />}>
        <Markdown code={code} />
      </Suspense>
    </ErrorBoundary>
  )
}
