import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { problemMessage } from '../app/messages.ts'
import { PATHS } from '../app/places.ts'
import { ForbiddenPage, NotFoundPage } from '../app/problem-pages.tsx'
import { HttpError, http } from '../data/http.ts'
import { Skeleton } from '../ui/progress.tsx'
import { useLocation } from '../ui/router.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { annotationsOf } from './kinds/annotations.tsx'
import { ListScreen } from './list-screen.tsx'
import { annotationRecord } from './records/annotation-record.tsx'
import { RecordDialogRoute } from './records/record-dialog.tsx'

const ADDRESS = /^\/annotationlayer\/(\d{1,9})\/annotation\/?$/

/** The annotations of the layer that the address names by its number. */
export function AnnotationsScreen() {
  const id = ADDRESS.exec(useLocation().pathname)?.[1]
  return id === undefined ? <NotFoundPage /> : <OfLayer key={id} id={Number(id)} />
}

function OfLayer({ id }: { id: number }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['record', 'annotation_layer', id, 'name'],
    queryFn: async ({ signal }) =>
      (await http.get<{ result: { readonly name: string } }>(`/api/v1/annotation_layer/${id}`, { signal })).result.name,
  })
  const kind = useMemo(() => annotationsOf({ id, name: data ?? '' }), [id, data])
  const record = useMemo(() => annotationRecord(id), [id])
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />
  if (error instanceof HttpError && error.status === 403) return <ForbiddenPage />
  if (error)
    return (
      <main className="main">
        <FailedState centred isPage title={t('The annotation layer could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      </main>
    )
  if (data === undefined)
    return (
      <main className="main" aria-busy>
        <Skeleton lines={8} />
      </main>
    )
  return (
    <>
      <ListScreen kind={kind} crumbs={[{ label: t('Annotation layers'), to: PATHS.annotationLayers }]} />
      <RecordDialogRoute kind={record} />
    </>
  )
}
