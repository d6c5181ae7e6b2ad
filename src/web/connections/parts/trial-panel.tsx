import { IconCheck, IconCircleDashed, IconPlugConnected, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatDuration } from '../../ui/format.ts'
import { Ring } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { hasTunnel } from '../model/draft.ts'
import { type TrialStep, trialSteps } from '../model/trial.ts'
import type { ConnectionForm } from '../use-connection-form.ts'

/** How a try to connect went: its steps, and the one that failed with the reason. */
export function TrialPanel({ form }: { form: ConnectionForm }) {
  const t = useText()
  const { trial, engine } = form
  const steps = trialSteps(trial, 'host' in (engine?.parameters.properties ?? {}), hasTunnel(form.draft))
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // On narrow screens the answer stands below the fields.
    if (trial.state !== 'idle') place.current?.scrollIntoView({ block: 'nearest' })
  }, [trial.state])
  const hasEnded = trial.state === 'passed' || trial.state === 'failed'
  return (
    <section ref={place} className={styles.box} aria-labelledby="connection-test">
      <h2 id="connection-test" className="row g2">
        {trial.state === 'running' ? <Ring /> : <IconPlugConnected className="c3" aria-hidden />}
        <span className="grow">{t('Test')}</span>
        {hasEnded && <span className="c3 t2 num">{formatDuration(trial.ms)}</span>}
      </h2>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.label} step={step} reason={trial.state === 'failed' ? trial.reason : ''} />
        ))}
      </ul>
      {trial.state === 'idle' && <p className="c2 t2">{t('Nothing is kept by a test.')}</p>}
      {trial.state === 'running' && (
        <p className="c2 t2" role="status">
          {t('Waiting for the database')}
        </p>
      )}
      {trial.state === 'passed' && (
        <p className="co t2 b" role="status">
          {t('Connection looks good')}
        </p>
      )}
      {trial.state === 'failed' && steps.length === 0 && (
        <p className="row g2 t2 cd" role="alert">
          <IconX aria-hidden />
          <span className="grow">{t(trial.reason)}</span>
        </p>
      )}
    </section>
  )
}

function StepRow({ step, reason }: { step: TrialStep; reason: string }) {
  const t = useText()
  switch (step.state) {
    case 'passed':
      return (
        <li>
          <IconCheck className="co" role="img" aria-label={t('passed')} />
          {t(step.label)}
        </li>
      )
    case 'failed':
      return (
        <li className="cd" role="alert">
          <IconX role="img" aria-label={t('failed')} />
          <span>{t(reason)}</span>
        </li>
      )
    case 'open':
      return (
        <li className="c3">
          <IconCircleDashed role="img" aria-label={t('not reached')} />
          {t(step.label)}
        </li>
      )
  }
}
