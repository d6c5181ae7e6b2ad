import { IconAlertCircle, IconCompass, IconLock } from '@tabler/icons-react'
import { Button, LinkButton } from '../ui/button.tsx'
import { StateMessage } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { PATHS } from './places.ts'

export function NotFoundPage() {
  const t = useText()
  return (
    <main className="main page-state">
      <StateMessage
        centred
        isPage
        icon={<IconCompass className="l" aria-hidden />}
        title={t('There is nothing at this address')}
        action={<LinkButton to={PATHS.home}>{t('Go to home')}</LinkButton>}
      >
        {t('It may have been deleted, or the link is incomplete.')}
      </StateMessage>
    </main>
  )
}

/** `what` names the thing refused, `who` who can give access: "Ask its owner, Priya Nair." */
export function ForbiddenPage({ what, who }: { what?: string; who?: string }) {
  const t = useText()
  return (
    <main className="main page-state">
      <StateMessage
        centred
        isPage
        icon={<IconLock className="l" aria-hidden />}
        title={what ?? t('You may not see this page')}
        action={<LinkButton to={PATHS.home}>{t('Go to home')}</LinkButton>}
      >
        {who ?? t('An administrator can give you access.')}
      </StateMessage>
    </main>
  )
}

/** What remains when a whole screen fails. A new version of the product on the server is the usual reason. */
export function CrashedPage({ error }: { error: Error }) {
  const t = useText()
  return (
    <main className="main page-state" role="alert">
      <StateMessage
        centred
        isPage
        tone="danger"
        icon={<IconAlertCircle className="l" aria-hidden />}
        title={t('This page stopped working')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('Load again')}</Button>
            <Button onClick={() => location.assign(PATHS.home)}>{t('Go to home')}</Button>
          </>
        }
      >
        {/dynamically imported|preload CSS/.test(error.message)
          ? t('This could not be loaded. Check your connection and try again.')
          : t('Unexpected error: {{error}}', { error: error.message })}
      </StateMessage>
    </main>
  )
}
