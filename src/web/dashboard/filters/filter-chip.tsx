import { IconChevronDown, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { valueLabel } from '../../../query/dashboard/filter-label.ts'
import { isRequired, maskOf } from '../../../query/data-mask/emit.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { useNamedTimeZone } from '../../data/time-zone.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { FilterConfigDialog } from '../lazy-dialogs.tsx'
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
  const isPending = useDashboard((state) => state.pending[filter.id] !== undefined)
  const label = useValueText(filter)
  const [isEditing, setEditing] = useState(false)
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
          <ChipFoot
            filter={filter}
            onEdit={() => {
              close()
              setEditing(true)
            }}
          />
        </div>
      )}
    </Popover>
  )
  const dialog = isEditing && <FilterConfigDialog selectedId={filter.id} onClose={() => setEditing(false)} />
  if (!isBlock)
    return (
      <>
        {chip}
        {dialog}
      </>
    )
  return (
    <div className="dash-block">
      <span className="lbl ell">{filter.name}</span>
      {chip}
      {dialog}
    </div>
  )
}

/** The ways out of the choices: no value, and the settings of the filter for who may change them. */
function ChipFoot({ filter, onEdit }: { filter: NativeFilter; onEdit: () => void }) {
  const t = useText()
  const hasValue = useMask(filter).filterState.value != null
  const choose = useDashboard((state) => state.choose)
  const isPhone = useViewport() === 'phone'
  const canEdit = useDashboard((state) => state.canEdit) && !isPhone
  if (!hasValue && !canEdit) return null
  return (
    <div className="row g2">
      {hasValue && (
        <Button size="sm" variant="ghost" onClick={() => choose(filter, maskOf(filter, null))}>
          {t('Clear {{name}}', { name: filter.name })}
        </Button>
      )}
      <span className="grow" />
      {canEdit && (
        <IconButton
          label={t('Edit the filter')}
          size="sm"
          icon={<IconPencil className="s" aria-hidden />}
          onClick={onEdit}
        />
      )}
    </div>
  )
}

/** The value of a filter in words; null without one. */
export function useValueText(filter: NativeFilter): string | null {
  const t = useText()
  const zone = useNamedTimeZone()
  const label = valueLabel(filter, useMask(filter))
  return label !== null && filter.filterType === 'filter_time' ? timeLabel(label, t, zone) : label
}
