import type { Control } from '../../../charts/chart.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { moveItem } from '../model/metrics.ts'
import { newPeriodColumn, periodColumnsIn, periodColumnWords, type WirePeriodColumn } from '../model/period-columns.ts'
import { useExplore, useForm } from '../store.ts'
import { Pill } from './pill.tsx'

const { part: PeriodColumnEditor } = partAhead(
  () => import('./period-column-editor.tsx').then((m) => m.PeriodColumnEditor),
  <Skeleton lines={4} />,
)
const EDITOR_PX = 320

/** The columns of a table of times, each with its own editor. */
export function PeriodColumnsControl({ control }: { control: Control }) {
  const t = useText()
  const setField = useExplore((store) => store.setField)
  const columns = periodColumnsIn(useForm()[control.field])
  const write = (next: readonly WirePeriodColumn[]) => setField(control.field, next)
  const titleOf = (column: WirePeriodColumn) => column.label || t(periodColumnWords(column))
  return (
    <div className={styles.control}>
      <span className="lbl row">
        <span className="grow">{t(control.label)}</span>
        {columns.length > 0 && <span className="c3">{columns.length}</span>}
      </span>
      {columns.map((column, index) => (
        <Popover
          // biome-ignore lint/suspicious/noArrayIndexKey: saved columns may share a key
          key={index}
          label={t('Column {{name}}', { name: titleOf(column) })}
          placement="right-start"
          width={EDITOR_PX}
          trigger={
            <Pill
              sign="▤"
              label={titleOf(column)}
              detail={column.label ? t(periodColumnWords(column)) : undefined}
              onRemove={() => write(columns.filter((_, at) => at !== index))}
              onMove={(step) => write(moveItem(columns, index, index + step))}
            />
          }
        >
          {(close) => (
            <PeriodColumnEditor start={column} onApply={(next) => write(columns.with(index, next))} onClose={close} />
          )}
        </Popover>
      ))}
      <Popover
        label={t('Add a column')}
        placement="right-start"
        width={EDITOR_PX}
        trigger={
          <button type="button" className={styles.drop}>
            {t('Add a column')}
          </button>
        }
      >
        {(close) => (
          <PeriodColumnEditor
            start={newPeriodColumn(columns)}
            onApply={(next) => write([...columns, next])}
            onClose={close}
          />
        )}
      </Popover>
    </div>
  )
}
