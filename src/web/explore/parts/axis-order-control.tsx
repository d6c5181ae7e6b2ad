import type { Control } from '../../../charts/chart.ts'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { axisOrders, valueIn } from '../model/chart-form.ts'
import { useExplore, useForm } from '../store.ts'

/** The x-axis by its own values, or by one of the metrics. */
export function AxisOrderControl({ control }: { readonly control: Control }) {
  const t = useText()
  const form = useForm()
  const dataset = useExplore((store) => store.dataset)
  const setField = useExplore((store) => store.setField)
  const value = valueIn(form, control)
  return (
    <div className={styles.control}>
      <Select
        label={t(control.label)}
        placeholder={t('As the rows come')}
        options={axisOrders(form, dataset)}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => setField(control.field, next)}
        onClear={() => setField(control.field, null)}
      />
    </div>
  )
}
