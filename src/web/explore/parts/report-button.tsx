import { IconMail } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { canSendReports } from '../../data/can-send-reports.ts'
import { IconButton } from '../../ui/button.tsx'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useText } from '../../ui/text.ts'
import { useExplore } from '../store.ts'

const { part: ReportDialog } = partAhead(() => import('../../data/report-dialog.tsx').then((m) => m.ReportDialog))

/** The report about a saved chart, where e-mails go out. */
export function ReportButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const id = useExplore((store) => store.slice?.slice_id ?? null)
  const name = useExplore((store) => store.slice?.slice_name ?? '')
  const target = useMemo(() => (id === null ? null : ({ method: 'charts', id, name } as const)), [id, name])
  if (target === null || !canSendReports()) return null
  return (
    <>
      <IconButton label={t('Manage email report')} icon={<IconMail />} onClick={() => setOpen(true)} />
      {isOpen && <ReportDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}
