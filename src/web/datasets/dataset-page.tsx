import { can, owns } from '../app/bootstrap.ts'
import { problemMessage } from '../app/messages.ts'
import { PATHS } from '../app/places.ts'
import { ForbiddenPage, NotFoundPage } from '../app/problem-pages.tsx'
import { HttpError } from '../data/http.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useParams } from '../ui/router.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { DatasetEditor } from './dataset-editor.tsx'
import styles from './datasets.module.css'
import { useDataset } from './queries.ts'

/** Waiting, failed, refused, or the editor of the dataset in the address. */
export function DatasetPage() {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, isPending, refetch } = useDataset(id)
  if (data)
    return (
      <DatasetEditor
        key={data.id}
        stored={data}
        isReadOnly={!(can('can_write', 'Dataset') && owns(data.owners)) || data.is_managed_externally}
      />
    )
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />
  if (error instanceof HttpError && error.status === 403) return <ForbiddenPage />
  const problem = error && problemMessage(error, t)
  return (
    <main className="main" aria-busy={isPending}>
      <PageHeader title={t('Edit dataset')} crumbs={[{ label: t('Datasets'), to: PATHS.datasets }]} />
      {problem ? (
        <FailedState
          centred
          title={t('The dataset could not be read')}
          details={problem.reason}
          onRetry={() => void refetch()}
        >
          {problem.title}
        </FailedState>
      ) : (
        <div className={styles.wait}>
          <Skeleton lines={10} height={14} />
        </div>
      )}
    </main>
  )
}
