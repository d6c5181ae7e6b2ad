import type { Control } from '../../../charts/chart.ts'
import { classNames } from '../../ui/class-names.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { useDropTarget } from '../drag.ts'
import { columnSign, type Field, findColumn } from '../model/fields.ts'
import { startFilter } from '../model/filter-draft.ts'
import { filtersIn, filterText } from '../model/filters.ts'
import type { ExploreDataset, WireFilter } from '../model/wire.ts'
import { useExplore, useForm } from '../store.ts'
import { Pill } from './pill.tsx'

const { part: FilterEditor } = partAhead(
  () => import('./filter-editor.tsx').then((m) => m.FilterEditor),
  <Skeleton lines={5} />,
)
const EDITOR_PX = 376

/** Filters of the chart, each with its own editor. */
export function FiltersControl({ control }: { control: Control }) {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  const setField = useExplore((store) => store.setField)
  const titles = dataset.verbose_map
  const filters = filtersIn(useForm()[control.field])
  const write = (next: readonly WireFilter[]) => setField(control.field, next)
  const { isOver, target } = useDropTarget(
    (field) => field.kind !== 'metric',
    (field: Field) => write([...filters, startFilter(findColumn(dataset, field.name))]),
  )
  return (
    <div className={classNames(styles.control, isOver && styles.over)} {...target}>
      <span className="lbl row">
        <span className="grow">{t(control.label)}</span>
        {filters.length > 0 && <span className="c3">{filters.length}</span>}
      </span>
      {filters.map((filter, index) => (
        <Popover
          key={filter.filterOptionName ?? `${index} ${filterText(filter)}`}
          label={t('Filter {{name}}', { name: filterText(filter, titles, t) })}
          placement="right-start"
          width={EDITOR_PX}
          trigger={
            <Pill
              sign={signOf(filter, dataset)}
              label={filterText(filter, titles, t)}
              bad={filter.expressionType === 'SIMPLE' && findColumn(dataset, filter.subject ?? '') === null}
              onRemove={() => write(filters.filter((_, at) => at !== index))}
            />
          }
        >
          {(close) => (
            <FilterEditor
              filter={filter}
              onClose={close}
              onApply={(next) => write(filters.with(index, next))}
              onRemove={() => write(filters.filter((_, at) => at !== index))}
            />
          )}
        </Popover>
      ))}
      <Popover
        label={t('Add a filter')}
        placement="right-start"
        width={EDITOR_PX}
        trigger={
          <button type="button" className={styles.drop} aria-label={t('Add a filter')}>
            {t('Drop or pick a column')}
          </button>
        }
      >
        {(close) => <FilterEditor filter={null} onClose={close} onApply={(next) => write([...filters, next])} />}
      </Popover>
    </div>
  )
}

function signOf(filter: WireFilter, dataset: ExploreDataset): string {
  if (filter.expressionType === 'SQL') return 'fx'
  const column = findColumn(dataset, filter.subject ?? '')
  return column === null ? '··' : columnSign(column)
}
