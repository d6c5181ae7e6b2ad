import { partAhead } from '../../ui/part-ahead.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { ErrorBoundary } from '../../ui/states.tsx'

const { part: Markdown } = partAhead(() => import('./markdown.tsx').then((module) => module.Markdown), <Skeleton />)

/** Markdown; what draws it is loaded when it is first needed. */
export function LazyMarkdown({ code }: { code: string }) {
  return (
    <ErrorBoundary resetKey={code}>
      <Markdown code={code} />
    </ErrorBoundary>
  )
}
