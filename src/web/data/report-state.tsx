import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Switch } from '../ui/choices.tsx'
import { formatDateTime } from '../ui/format.ts'
import { text, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type Report, type ReportTarget, reportCalls, reportQuery } from './reports.ts'

/** Whether a report is sent, which is set at once, and how it went the last time. */
export function ReportState({ target, report }: { target: ReportTarget; report: Report }) {
  const t = useText()
  const client = useQueryClient()
  const key = reportQuery(target).queryKey
  const put = (isActive: boolean) => client.setQueryData(key, (before) => before && { ...before, isActive })
  const change = useMutation({
    mutationFn: (isActive: boolean) => reportCalls.switch(report.id, isActive),
    onMutate: put,
    onError: (_error, isActive) => {
      put(!isActive)
      toast.danger(text('We were unable to active or deactivate this report.'))
    },
  })
  return (
    <div className="col g1">
      <Switch
        label={t('The report is sent')}
        checked={report.isActive}
        disabled={change.isPending}
        onChange={(isActive) => change.mutate(isActive)}
      />
      <p className="t2 c3">{t(...lastTime(report))}</p>
    </div>
  )
}

function lastTime({ lastState, lastSentAt, failure }: Report): [text: string, params?: Record<string, string>] {
  if (lastState === 'Working') return ['It is being sent']
  if (lastSentAt === null) return ['Not sent yet']
  const when = formatDateTime(lastSentAt)
  if (lastState === 'Error') return ['Not sent on {{when}}: {{failure}}', { when, failure: failure ?? '' }]
  return ['Sent on {{when}}', { when }]
}
