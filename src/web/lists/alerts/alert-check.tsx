import { useMutation } from '@tanstack/react-query'
import { problemMessage } from '../../app/messages.ts'
import { http } from '../../data/http.ts'
import { Button } from '../../ui/button.tsx'
import { formatValue } from '../../ui/format.ts'
import { type Translate, useText } from '../../ui/text.ts'
import { type AlertForm, conditionBody } from './alert-form.ts'

interface Checked {
  readonly value: string | number | boolean | null
  readonly is_triggered: boolean
}

/** Asks what the statement gives, and says what would come of it. What was asked otherwise since is told no more. */
export function AlertCheck({ form }: { form: AlertForm }) {
  const t = useText()
  const { databaseId: database, sql } = form
  const body = { database, sql, ...conditionBody(form) }
  const asked = JSON.stringify(body)
  const check = useMutation({
    mutationFn: async (text: string) => ({
      text,
      checked: (await http.post<{ result: Checked }>('/api/v1/report/check/', JSON.parse(text))).result,
    }),
  })
  const isReady = database !== null && sql.trim() !== '' && (form.op === null || form.threshold !== null)
  const isCurrent = check.variables === asked
  return (
    <div className="row g3" style={{ alignItems: 'center' }}>
      <Button onClick={() => check.mutate(asked)} disabled={!isReady} loading={check.isPending}>
        {t('Check now')}
      </Button>
      <output className="t2 grow" aria-live="polite">
        {isCurrent && check.data && <Outcome checked={check.data.checked} t={t} />}
        {isCurrent && check.error && <span className="cd">{problemMessage(check.error, t).reason}</span>}
      </output>
    </div>
  )
}

function Outcome({ checked: { value, is_triggered }, t }: { checked: Checked; t: Translate }) {
  const shown = typeof value === 'number' ? formatValue(value) : value === null ? t('nothing') : String(value)
  return is_triggered
    ? t('The value is {{value}}. The alert would be sent.', { value: shown })
    : t('The value is {{value}}. The alert would not be sent.', { value: shown })
}
