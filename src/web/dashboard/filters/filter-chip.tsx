import { IconChevronDown } from '@tabler/icons-react'
import { valueLabel } from '../../../query/dashboard/filter-label.ts'
import { isRequired, maskOf } from '../../../query/data-mask/emit.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { useNamedTimeZone } from '../../data/time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useDashboard } from '../store.ts'
import { FilterField, loadFilterInput } from './filter-field.tsx'
import { timeLabel } from './time-label.ts'
import { useMask } from './use-mask.ts'

const POPOVER_PX = 280

interface FilterChipProps {
  filter: NativeFilter
  /** Name above, value below over the whole width. */
  isBlock?: boolean
}

/** A filter as a chip; its choices hang on it. */
export function FilterChip({ filter, isBlock = false }: FilterChipProps) {
  const t = useText()
  const mask = useMask(filter)
  const choose = useDashboard((state) => state.choose)
  const isPending = useDashboard((state) => state.pending[filter.id] !== undefined)
  const label = useValueText(filter)
  const isMissing = label === null && isRequired(filter)
  const shown = label ?? (isMissing ? t('choose a value') : t('All'))
  const chip = (
    <Popover
      label={filter.name}
      width={POPOVER_PX}
      trigger={
        <button
          type="button"
          className={classNames('chip', 'dash-chip', isPending && 'dash-chip-pending', isMissing && 'bad')}
          aria-label={isBlock ? `${filter.name}: ${shown}` : undefined}
          data-tip={filter.description || undefined}
          onPointerEnter={loadFilterInput}
        >
          {!isBlock && (
            <span className="k" title={filter.name}>
              {filter.name}
            </span>
          )}
          <span className="v">
            <span
              className={classNames('ell', 'dash-chip-value', label === null && 'dash-chip-all')}
              title={label ?? undefined}
            >
              {shown}
            </span>
            <IconChevronDown className="s" aria-hidden />
          </span>
        </button>
      }
    >
      {(close) => (
        <div className="col g3">
          <FilterField filter={filter} onDone={close} />
          {mask.filterState.value != null && (
            <Button size="sm" variant="ghost" onClick={() => choose(filter, maskOf(filter, null))}>
              {t('Clear {{name}}', { name: filter.name })}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
  if (!isBlock) return chip
  return (
    <div className="dash-block">
      <span className="lbl ell">{filter.name}</span>
      {chip}
    </div>
  )
}

function useValueText(filter: NativeFilter): string | null {
  const t = useText()
  const zone = useNamedTimeZone()
  const label = valueLabel(filter, useMask(filter))
  return label !== null && filter.filterType === 'filter_time' ? timeLabel(label, t, zone) : label
}
