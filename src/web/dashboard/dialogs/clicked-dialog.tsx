import { useMemo, useState } from 'react'
import type { ClickedMark } from '../../../query/data-mask/cross-filter.ts'
import { mergeExtraFormData } from '../../../query/data-mask/merge.ts'
import { useChart } from '../../data/chart-data.ts'
import type { ExtraFormData } from '../../data/chart-request.ts'
import { ChartView } from '../../data/chart-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useText } from '../../ui/text.ts'
import type { ClickBehavior } from '../model/click-behavior.ts'
import { brokenDown, clickedExtra } from '../model/clicked.ts'
import type { DashboardChart } from '../model/wire.ts'
import { useDashboard } from '../store.ts'
import { DetailDialog } from './detail-dialog.tsx'

interface ClickedDialogProps {
  chart: DashboardChart
  /** What the filters of the dashboard ask of the chart. */
  extra: ExtraFormData
  behavior: ClickBehavior
  clicked: ClickedMark
  onClose: () => void
}

/** What a click on a mark shows: the rows behind it, or the chart of it broken down by another column. */
export function ClickedDialog({ chart, extra, behavior, clicked, onClose }: ClickedDialogProps) {
  const [narrowed] = useState(() => mergeExtraFormData([extra, clickedExtra(clicked)]) as ExtraFormData)
  if (behavior.kind === 'rows') return <DetailDialog chart={chart} extra={narrowed} onClose={onClose} />
  if (behavior.kind !== 'breakdown') return null
  return <Breakdown chart={chart} extra={narrowed} column={behavior.column} clicked={clicked} onClose={onClose} />
}

interface BreakdownProps extends Omit<ClickedDialogProps, 'behavior'> {
  column: string
}

function Breakdown({ chart, extra, column, clicked, onClose }: BreakdownProps) {
  const t = useText()
  const dashboardId = useDashboard((state) => state.dashboardId)
  const formData = useMemo(
    () => ({ ...brokenDown(chart.formData, clicked, column), dashboardId }),
    [chart, clicked, column, dashboardId],
  )
  const { state, annotations, refresh, stop } = useChart({ formData, extra, dashboardId })
  return (
    <Dialog
      title={t('{{name}}: {{clicked}} by {{column}}', { name: chart.name, clicked: clicked.label, column })}
      width={960}
      onClose={onClose}
    >
      <div className="dash-breakdown">
        <ChartView
          formData={formData}
          state={state}
          annotations={annotations}
          title={chart.name}
          onRetry={() => refresh()}
          onStop={stop}
        />
      </div>
    </Dialog>
  )
}
