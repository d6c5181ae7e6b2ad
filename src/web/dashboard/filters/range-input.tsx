import { useState } from 'react'
import { boundsFrom, boundsRequest } from '../../../query/dashboard/filter-options.ts'
import { parentsExtra } from '../../../query/data-mask/clauses.ts'
import { Button } from '../../ui/button.tsx'
import { NumberInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { FilterInputProps } from './filter-input-props.ts'
import { useFilterData } from './use-filter-data.ts'

type Bounds = readonly [low: number | null, high: number | null]

/** A smallest and a greatest number. An empty end is open. */
export function RangeInput({ filter, value, filters, masks, onChange, onDone }: FilterInputProps) {
  const t = useText()
  const { data } = useFilterData(boundsRequest(filter, parentsExtra(filter, filters, masks)))
  const bounds = boundsFrom(data)
  const applied = boundsOf(value)
  const [draft, setDraft] = useState<Bounds>(applied)
  const [low, high] = draft
  const isCrossed = low !== null && high !== null && low > high
  const handleApply = () => {
    if (isCrossed) return
    onChange(low === null && high === null ? null : [low, high])
    onDone?.()
  }
  return (
    <form
      className="col g2"
      onSubmit={(event) => {
        event.preventDefault()
        handleApply()
      }}
    >
      <div className="dash-range">
        <NumberInput
          label={t('From')}
          value={low}
          placeholder={bounds.min === null ? '' : String(bounds.min)}
          onChange={(next) => setDraft([next, high])}
        />
        <NumberInput
          label={t('To')}
          value={high}
          placeholder={bounds.max === null ? '' : String(bounds.max)}
          error={isCrossed ? t('Less than the start') : null}
          onChange={(next) => setDraft([low, next])}
        />
      </div>
      {bounds.min !== null && bounds.max !== null && (
        <RangeSlider min={bounds.min} max={bounds.max} value={draft} onChange={setDraft} />
      )}
      <Button type="submit" size="sm" variant="primary" disabled={isSame(draft, applied)}>
        {t('Set')}
      </Button>
    </form>
  )
}

const STEPS = 100

function RangeSlider(props: { min: number; max: number; value: Bounds; onChange: (value: Bounds) => void }) {
  const t = useText()
  const { min, max, value, onChange } = props
  const [low, high] = value
  const step =
    Number.isInteger(min) && Number.isInteger(max) ? Math.max(1, Math.round((max - min) / STEPS)) : (max - min) / STEPS
  const shared = { type: 'range', min, max, step: step || 1 } as const
  return (
    <div className="dash-slider">
      <input
        {...shared}
        aria-label={t('From')}
        value={low ?? min}
        onChange={(event) => onChange([Math.min(Number(event.target.value), high ?? max), high])}
      />
      <input
        {...shared}
        aria-label={t('To')}
        value={high ?? max}
        onChange={(event) => onChange([low, Math.max(Number(event.target.value), low ?? min)])}
      />
    </div>
  )
}

function boundsOf(value: unknown): Bounds {
  const [low, high] = Array.isArray(value) ? value : [null, null]
  return [typeof low === 'number' ? low : null, typeof high === 'number' ? high : null]
}

function isSame(one: Bounds, other: Bounds): boolean {
  return one[0] === other[0] && one[1] === other[1]
}
