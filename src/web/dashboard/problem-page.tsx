import { IconLock } from '@tabler/icons-react'
import { PATHS } from '../app/places.ts'
import { HttpError } from '../data/http.ts'
import { LinkButton } from '../ui/button.tsx'
import { FailedState, StateMessage } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'

/** Why a dashboard is not shown, and who can help. */
export function ProblemPage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText()
  const status = error instanceof HttpError ? error.status : 0
  const toList = <LinkButton to={PATHS.dashboards}>{t('All dashboards')}</LinkButton>
  return (
    <main className="main page-state">
      {status === 403 || status === 404 ? (
        <StateMessage
          centred
          isPage
          icon={<IconLock className="l" aria-hidden />}
          title={status === 403 ? t('You may not open this dashboard') : t('This dashboard is not there for you')}
          action={toList}
        >
          {status === 403
            ? t('Its owners, or an administrator, can give you access.')
            : t('It was deleted, or it is not shared with you. Its owners, or an administrator, can give you access.')}
        </StateMessage>
      ) : (
        <FailedState centred isPage title={t('The dashboard did not load')} onRetry={onRetry} action={toList}>
          {error instanceof Error ? error.message : String(error)}
        </FailedState>
      )}
    </main>
  )
}
