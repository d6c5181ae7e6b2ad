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

interface ConnectionPageProps {
  id: string | undefined
}

/** The form of the connection in the address, for those who may change connections. */
export const ConnectionPage = ({ id }: ConnectionPageProps) =>
  can('can_write', 'Database') ? <OpenedPage id={id} /> : <ForbiddenPage />

/** Waiting, failed, refused or the form. */
function OpenedPage({ id }: ConnectionPageProps) {
  const engines = useEngines()
  const stored = useConnection(id)
  const isNew = id === undefined
  const retry = () => {
    for (const query of [engines, stored]) if (query.isError) void query.refetch()
  }
  const error = engines.error ?? stored.error
  if (error) return <Refused isNew={isNew} error={error} onRetry={retry} />
  if (!engines.data || (!isNew && !stored.data)) return <Waiting isNew={isNew} error={null} onRetry={retry} />
  if (isNew && engines.data.length === 0) return <NoEngines />
  return <ConnectionEditor stored={stored.data ?? null} engines={engines.data} />
}

function Refused(props: WaitingProps & { error: Error }) {
  const status = props.error instanceof HttpError ? props.error.status : 0
  if (status === 404) return <NotFoundPage />
  return status === 403 ? <ForbiddenPage /> : <Waiting {...props} />
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
