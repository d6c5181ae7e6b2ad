import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { fixedRange, QUICK_RANGES, rangeEnds } from '../model/time-range.ts'
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
        {QUICK_RANGES.map((range) => (
          // biome-ignore lint/a11y/useSemanticElements: a press button of a set, without a round mark
          <button
            key={range}
            type="button"
            role="radio"
            aria-checked={value === range}
            className={classNames(value === range && styles.on)}
            onClick={() => onChange(range)}
          >
            {t(range)}
          </button>
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

function Meaning({ range }: { range: string }) {
  const t = useText()
  const { data, error } = useQuery(timeRangeQuery(range.trim() || 'No filter'))
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
    </p>
  )
}

const shown = (time: string | null) => (time === null ? '∞' : time.replace(/T00:00:00$/, '').replace('T', ' '))
