import { can } from '../app/bootstrap.ts'
import { problemMessage } from '../app/messages.ts'
import { PATHS } from '../app/places.ts'
import { ForbiddenPage, NotFoundPage } from '../app/problem-pages.tsx'
import { HttpError } from '../data/http.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { ConnectionEditor } from './connection-editor.tsx'
import styles from './connections.module.css'
import { useConnection, useEngines } from './queries.ts'

/** Waiting, failed, refused, or the form of the connection in the address. */
export function ConnectionPage({ id }: { id: string | undefined }) {
  const engines = useEngines()
  const stored = useConnection(id)
  if (!can('can_write', 'Database')) return <ForbiddenPage />
  const error = engines.error ?? stored.error
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />
  if (error instanceof HttpError && error.status === 403) return <ForbiddenPage />
  const retry = () => {
    if (engines.isError) void engines.refetch()
    if (stored.isError) void stored.refetch()
  }
  if (error) return <Waiting isNew={id === undefined} error={error} onRetry={retry} />
  const isReady = engines.data !== undefined && (id === undefined || stored.data !== undefined)
  if (!isReady) return <Waiting isNew={id === undefined} error={null} onRetry={retry} />
  if (id === undefined && engines.data.length === 0) return <NoEngines />
  return <ConnectionEditor stored={stored.data ?? null} engines={engines.data} />
}

interface WaitingProps {
  isNew: boolean
  error: Error | null
  onRetry: () => void
}

function Waiting({ isNew, error, onRetry }: WaitingProps) {
  const t = useText()
  const problem = error && problemMessage(error, t)
  return (
    <main className="main" aria-busy={!error}>
      <PageHeader
        title={isNew ? t('Connect a database') : t('Edit connection')}
        crumbs={[{ label: t('Connections'), to: PATHS.databases }]}
      />
      {problem ? (
        <FailedState
          centred
          title={isNew ? t('The engines could not be listed') : t('The connection could not be read')}
          details={problem.reason}
          onRetry={onRetry}
        >
          {problem.title}
        </FailedState>
      ) : (
        <div className={styles.wait}>
          <Skeleton lines={8} height={16} />
        </div>
      )}
    </main>
  )
}

function NoEngines() {
  const t = useText()
  return (
    <main className="main">
      <PageHeader title={t('Connect a database')} crumbs={[{ label: t('Connections'), to: PATHS.databases }]} />
      <EmptyState centred title={t('This server opens no databases')}>
        {t('Ask who runs it for an engine.')}
      </EmptyState>
    </main>
  )
}
