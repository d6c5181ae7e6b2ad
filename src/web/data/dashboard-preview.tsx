import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '../ui/states.tsx'
import { http } from './http.ts'
import { NoPicture } from './no-picture.tsx'

const PreviewChart = lazy(() => import('./preview-chart.tsx').then((module) => ({ default: module.PreviewChart })))
const STALE_MS = 300_000
/** What makes a picture at the size of a stamp, best first. */
const PICTURES = [/line|area|smooth|step/, /bar/, /pie/]

interface PreviewSource {
  readonly slice_name: string
  readonly form_data: Readonly<Record<string, unknown>>
}

/** The first picture of a dashboard, drawn from its data once it comes into view. */
export function DashboardPreview({ id }: { id: number }) {
  const ref = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(ref)
  const { data } = useQuery({
    queryKey: ['dashboard-preview', id],
    queryFn: ({ signal }) => readPreview(id, signal),
    enabled: isSeen,
    staleTime: STALE_MS,
  })
  return (
    <div ref={ref} className="preview">
      {data === null && <NoPicture />}
      {data && (
        <ErrorBoundary fallback={NoPicture}>
          <Suspense fallback={null}>
            <PreviewChart formData={data.form_data} name={data.slice_name} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

async function readPreview(id: number, signal: AbortSignal): Promise<PreviewSource | null> {
  const path = `/api/v1/dashboard/${id}/charts`
  const { result } = await http.get<{ result: readonly PreviewSource[] }>(path, { signal, quiet: true })
  return pictureOf(result)
}

/** The chart that says most at a glance, or null when there are only figures and tables. */
function pictureOf<C extends { readonly form_data: Readonly<Record<string, unknown>> }>(
  charts: readonly C[],
): C | null {
  for (const kind of PICTURES) {
    const found = charts.find((chart) => kind.test(String(chart.form_data.viz_type)))
    if (found) return found
  }
  return null
}

function useSeen(ref: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isSeen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isSeen])
  return isSeen
}
