import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Ring } from '../ui/progress.tsx'
import { useText } from '../ui/text.ts'
import type { Check } from './expression-check.ts'

/** What the database says of an expression, for the place below its field. */
export function CheckWords({ check }: { check: Check }) {
  const t = useText()
  switch (check.state) {
    case 'idle':
      return <span role="status">{t('The database checks it while you write.')}</span>
    case 'running':
      return (
        <span role="status" className="row g1">
          <Ring />
          {t('Checking')}
        </span>
      )
    case 'good':
      return (
        <span role="status" className="row g1 co">
          <IconCheck className="s" aria-hidden />
          {t('The database understands it')}
        </span>
      )
    case 'bad':
      return (
        <span role="status" className="row g1 cw">
          <IconAlertTriangle className="s" aria-hidden />
          {check.reason}
        </span>
      )
    case 'failed':
      return <span role="status">{t('Not checked: {{reason}}', { reason: check.reason })}</span>
  }
}
