import type { Control } from '../../../charts/chart.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import { addMetric, metricsIn, metricTitle, wireMetricLabel } from '../model/metrics.ts'
import type { WireMetric } from '../model/wire.ts'
import { useExplore, useForm } from '../store.ts'
import { SlotList } from './slot-list.tsx'

const { part: MetricEditor } = partAhead(
  () => import('./metric-editor.tsx').then((m) => m.MetricEditor),
  <Skeleton lines={4} />,
)
const EDITOR_PX = 336

/** One metric or several. */
export function MetricControl({ control, error }: { control: Control; error: string | undefined }) {
  const t = useText()
  const form = useForm()
  const setField = useExplore((store) => store.setField)
  const saved = useExplore((store) => store.dataset.metrics)
  const isList = control.kind === 'metrics'
  const metrics = metricsIn(form[control.field])
  const write = (next: readonly WireMetric[]) => setField(control.field, isList ? next : (next[0] ?? null))
  return (
    <SlotList<WireMetric>
      control={control}
      error={error}
      items={metrics}
      isList={isList}
      emptyText={t('Drop or pick a metric')}
      editorPx={EDITOR_PX}
      keyOf={wireMetricLabel}
      faceOf={(metric) => ({ sign: 'fx', label: metricTitle(metric, saved) })}
      write={write}
      add={(metric) => write(isList ? addMetric(metrics, metric) : [metric])}
      editor={(metric, apply, close) => (
        <MetricEditor
          metric={metric}
          onCancel={close}
          onApply={(next) => {
            apply(next)
            close()
          }}
        />
      )}
    />
  )
}
