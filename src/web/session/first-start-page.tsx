import { bootstrap } from '../app/bootstrap.ts'
import { Badge, Mark } from '../ui/marks.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { AccountForm } from './account-form.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { Paths } from './paths.tsx'
import styles from './session.module.css'

/** The page behind the one-time link of the terminal: creates the first administrator. */
export function FirstStartPage() {
  const t = useText()
  const failure = bootstrap().first_start?.failure ?? null
  return (
    <div className={styles.one}>
      <header className={styles.oneHead}>
        <span className={`row grow ${styles.brand}`}>
          <Mark size={24} />
          Sightline
        </span>
        <LanguagePicker />
      </header>
      <main className={styles.middle}>
        <div className={styles.inner}>
          <Badge tone="accent">{t('First start')}</Badge>
          <h1 className="t6">{t('Everything is running. Where shall we look first?')}</h1>
          <p className="c2">
            {t('Create the administrator of this server. The link that brought you here works once.')}
          </p>
          <section className={styles.account}>
            {failure ? (
              <FailedState title={t('This link is not valid')}>
                {t('Use the one that the terminal shows at the start of the server.')}
              </FailedState>
            ) : (
              <AccountForm />
            )}
          </section>
          <Paths />
        </div>
      </main>
    </div>
  )
}
