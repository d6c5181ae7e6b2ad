import type { Control } from '../../../charts/chart.ts'
import { asFixedColor, DEFAULT_FIXED_COLOR } from '../../../charts/parts/fixed-color.ts'
import { TextInput } from '../../ui/field.tsx'
import { useSettled } from '../../ui/settled.ts'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { valueIn } from '../model/chart-form.ts'
import { colorFrom, hexOf } from '../model/color-text.ts'
import { useExplore, useForm } from '../store.ts'

/** A colour that is picked; how much it covers stays as it was saved. */
export function ColorControl({ control }: { control: Control }) {
  const t = useText()
  const color = asFixedColor(valueIn(useForm(), control)) ?? DEFAULT_FIXED_COLOR
  const setField = useExplore((store) => store.setField)
  const { moving, move, finish } = useSettled<string>((hex) => setField(control.field, colorFrom(hex, color.a), true))
  return (
    <div className={styles.control}>
      <TextInput type="color" label={t(control.label)} value={moving ?? hexOf(color)} onChange={move} onBlur={finish} />
    </div>
  )
}
