import type { Control } from '../../../charts/chart.ts'
import { colorSchemes, schemeColors } from '../../../charts/parts/color-schemes.ts'
import { LINEAR_SCHEMES, linearColors } from '../../../charts/parts/linear-schemes.ts'
import { useChartTheme } from '../../data/look.ts'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { valueIn } from '../model/chart-form.ts'
import { useExplore, useForm } from '../store.ts'

const SHOWN = 8

export function SchemeSelect({ control }: { control: Control }) {
  const t = useText()
  const theme = useChartTheme()
  const value = valueIn(useForm(), control)
  const setField = useExplore((store) => store.setField)
  const isLinear = control.kind === 'linearScheme'
  const schemes = isLinear ? LINEAR_SCHEMES : colorSchemes()
  const colorsOf = isLinear ? linearColors : schemeColors
  const known = schemes.some((scheme) => scheme.id === value)
  const options = schemes.map(({ id, label }) => ({
    value: id,
    label: t(label),
    icon: (
      <span className={styles.swatches} aria-hidden>
        {colorsOf(id, theme)
          .slice(0, SHOWN)
          .map((color) => (
            <i key={color} style={{ background: color }} />
          ))}
      </span>
    ),
  }))
  const own = known || value == null ? [] : [{ value: String(value), label: String(value) }]
  return (
    <div className={styles.control}>
      <Select
        label={t(control.label)}
        options={[...options, ...own]}
        value={value == null ? null : String(value)}
        onChange={(next) => setField(control.field, next)}
      />
    </div>
  )
}
