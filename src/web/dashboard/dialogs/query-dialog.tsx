import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import { fetchChartSql } from '../../data/chart-data.ts'
import type { ExtraFormData, FormData } from '../../data/chart-request.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { DashboardChart } from '../model/wire.ts'

interface QueryDialogProps {
  chart: DashboardChart
  form: FormData
  extra: ExtraFormData
  answer: ChartAnswer | null
  onClose: () => void
}

/** The SQL of a chart under the filters of the dashboard. */
export function QueryDialog({ chart, form, extra, answer, onClose }: QueryDialogProps) {
  const t = useText()
  const timeZone = useTimeZone()
  const known = answer?.sql.join('\n\n') ?? ''
  const { data, error } = useQuery({
    queryKey: ['chart-sql', chart.id, extra, timeZone],
    enabled: known === '',
    queryFn: () => fetchChartSql(form, { extra, timeZone }).then((texts) => texts.join('\n\n')),
  })
  const sql = known || data
  return (
    <Dialog
      title={t('Query of “{{name}}”', { name: chart.name })}
      width={720}
      onClose={onClose}
      footer={
        sql && (
          <Button icon={<IconCopy aria-hidden />} onClick={() => void copySql(sql)}>
            {t('Copy')}
          </Button>
        )
      }
    >
      {error && <FailedState title={t('The query could not be made')}>{error.message}</FailedState>}
      {!sql && !error && <Skeleton lines={6} />}
      {sql && <pre className="code dash-sql">{sql}</pre>}
    </Dialog>
  )
}

async function copySql(sql: string): Promise<void> {
  if (await writeClipboard(sql)) toast.success(text('Copied to clipboard!'))
  else toast.danger(text('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
}
