import type { Control } from '../../../charts/chart.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { columnKind } from '../model/fields.ts'
import { spatialIn, spatialOf } from '../model/spatial.ts'
import { useExplore, useForm } from '../store.ts'

/** The two columns that say where a row is, or what is saved in their place. */
export function SpatialControl({ control, error }: { control: Control; error: string | undefined }) {
  const t = useText()
  const saved = spatialIn(useForm()[control.field])
  const dataset = useExplore((store) => store.dataset)
  const setField = useExplore((store) => store.setField)
  const numbers = dataset.columns.filter((column) => columnKind(column) === 'number')
  const options = numbers.map(({ column_name: value, verbose_name: name }) => ({ value, label: name || value }))
  const set = (next: { readonly latitude: string | null; readonly longitude: string | null }) =>
    setField(control.field, spatialOf(next))
  if (saved.other !== null)
    return (
      <div className={styles.control}>
        <span className="lbl">{t(control.label)}</span>
        <span className="c2">{t('From the column {{name}}', { name: saved.other })}</span>
        <Button size="sm" onClick={() => set({ latitude: null, longitude: null })}>
          {t('Pick two columns instead')}
        </Button>
      </div>
    )
  return (
    <div className={styles.fields}>
      <Select
        label={t('Latitude')}
        error={saved.latitude === null ? error : undefined}
        options={options}
        value={saved.latitude}
        placeholder={t('Pick a column')}
        onChange={(latitude) => set({ ...saved, latitude })}
      />
      <Select
        label={t('Longitude')}
        error={saved.longitude === null ? error : undefined}
        options={options}
        value={saved.longitude}
        placeholder={t('Pick a column')}
        onChange={(longitude) => set({ ...saved, longitude })}
      />
    </div>
  )
}
