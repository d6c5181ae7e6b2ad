import { IconChevronDown } from '@tabler/icons-react'
import { isRequired, maskOf } from '../../../query/data-mask/emit.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { valueLabel } from '../model/filter-label.ts'
import { timeRangeLabel } from '../model/time-presets.ts'
import { useDashboard } from '../store.ts'
import { FilterField } from './filter-field.tsx'
import { useMask } from './use-mask.ts'

const POPOVER_PX = 280

/** A filter as a chip; its choices hang on it. */
export function FilterChip({ filter }: { filter: NativeFilter }) {
  const t = useText()
  const mask = useMask(filter)
  const setMask = useDashboard((state) => state.setMask)
  const label = valueLabel(filter, mask)
  const shown = label !== null && filter.filterType === 'filter_time' ? t(timeRangeLabel(label)) : label
  const isMissing = label === null && isRequired(filter)
  return (
    <Popover
      label={filter.name}
      width={POPOVER_PX}
      trigger={
        <button
          type="button"
          className={classNames('chip', 'dash-chip', isMissing && 'bad')}
          data-tip={filter.description || undefined}
        >
          <span className="k">{filter.name}</span>
          <span className="v">
            <span className={classNames('ell', 'dash-chip-value', label === null && 'dash-chip-all')}>
              {shown ?? (isMissing ? t('choose a value') : t('All'))}
            </span>
            <IconChevronDown className="s" aria-hidden />
          </span>
        </button>
      }
    >
      {(close) => (
        <div className="col g3">
          <FilterField filter={filter} onDone={close} />
          {label !== null && (
            <Button size="sm" variant="ghost" onClick={() => setMask(maskOf(filter, null))}>
              {t('Clear {{name}}', { name: filter.name })}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
