import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useNamedTimeZone, useTimeZone } from '../../data/time-zone.ts'
import { classNames } from '../../ui/class-names.ts'
import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { fixedRange, NO_FILTER, QUICK_RANGES, rangeEnds } from '../model/time-range.ts'
import { timeRangeQuery } from '../queries.ts'

interface TimeRangeEditorProps {
  readonly value: string
  onChange(range: string): void
}

/** Quick picks, two days, or words; what they mean is asked of the server and shown. */
export function TimeRangeEditor({ value, onChange }: TimeRangeEditorProps) {
  const t = useText()
  const { since, until } = rangeEnds(value)
  return (
    <div className={styles.range}>
      <div className={styles.quick} role="radiogroup" aria-label={t('Quick picks')}>
        <QuickPick range={NO_FILTER} label={t(NO_FILTER)} value={value} onChange={onChange} />
        {QUICK_RANGES.map((row) => (
          <div key={row.label} className={styles.quickRow}>
            <span className="c3">{t(row.label)}</span>
            {row.ranges.map(({ unit, range }) => (
              <QuickPick key={range} range={range} label={t(unit)} value={value} onChange={onChange} />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.pair}>
        <TextInput type="date" label={t('From')} value={since} onChange={(day) => onChange(fixedRange(day, until))} />
        <TextInput
          type="date"
          label={t('To, left out')}
          value={until}
          onChange={(day) => onChange(fixedRange(since, day))}
        />
      </div>
      <TextInput label={t('As text')} value={value} onChange={onChange} />
      <Meaning range={useDeferredValue(value)} />
    </div>
  )
}

interface QuickPickProps extends TimeRangeEditorProps {
  readonly range: string
  readonly label: string
}

function QuickPick({ range, label, value, onChange }: QuickPickProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a press button of a set, without a round mark
    <button
      type="button"
      role="radio"
      aria-checked={value === range}
      aria-label={range}
      className={classNames(value === range && styles.on)}
      onClick={() => onChange(range)}
    >
      {label}
    </button>
  )
}

function Meaning({ range }: { range: string }) {
  const t = useText()
  const { data, error } = useQuery(timeRangeQuery(range.trim() || 'No filter', useTimeZone()))
  const zone = useNamedTimeZone()
  if (error)
    return (
      <p className="cd" role="alert">
        {error.message}
      </p>
    )
  if (!data) return <p className="c3" aria-busy="true" />
  return (
    <p className="c3 num" role="status">
      {t('{{since}} ≤ time < {{until}}', { since: shown(data.since), until: shown(data.until) })}
      {zone !== null && ` · ${zone}`}
    </p>
  )
}

const shown = (time: string | null) => (time === null ? '∞' : time.replace(/T00:00:00$/, '').replace('T', ' '))
