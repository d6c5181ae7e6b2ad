import { NumberInput, TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { localeTag, useText } from '../ui/text.ts'
import { crontabOf, type Every, type Rhythm, rhythmOf, withEvery } from './report-rhythm.ts'

interface RhythmFieldsProps {
  readonly crontab: string
  readonly error: string | null
  onChange(crontab: string): void
}

/** How often, in words, and the crontab that it comes to, which takes any other rhythm. */
export function RhythmFields({ crontab, error, onChange }: RhythmFieldsProps) {
  const t = useText()
  const rhythm = rhythmOf(crontab)
  const take = (next: Rhythm) => onChange(crontabOf(next) ?? crontab)
  const options = [
    { value: 'hour', label: t('Every hour') },
    { value: 'day', label: t('Every day') },
    { value: 'week', label: t('Every week') },
    { value: 'month', label: t('Every month') },
    { value: 'custom', label: t('By crontab') },
  ] as const satisfies readonly { value: Every; label: string }[]
  return (
    <>
      <div className="row g2" style={{ flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <Select<Every>
          label={t('How often')}
          value={rhythm.every}
          options={options.filter(({ value }) => value !== 'custom' || rhythm.every === 'custom')}
          onChange={(every) => take(withEvery(rhythm, every))}
        />
        <Details rhythm={rhythm} onChange={take} />
      </div>
      <TextInput
        label={t('Crontab')}
        help={t('Minute, hour, day of the month, month and day of the week, as in 0 9 * * 1')}
        error={error}
        className="mono"
        maxLength={200}
        value={crontab}
        onChange={onChange}
      />
    </>
  )
}

function Details({ rhythm, onChange }: { rhythm: Rhythm; onChange: (next: Rhythm) => void }) {
  const t = useText()
  if (rhythm.every === 'custom') return null
  if (rhythm.every === 'hour')
    return (
      <NumberInput
        label={t('Minute')}
        min={0}
        max={59}
        value={rhythm.minute}
        onChange={(minute) => onChange({ ...rhythm, minute: Math.min(59, Math.max(0, Math.trunc(minute ?? 0))) })}
      />
    )
  return (
    <>
      {rhythm.every === 'week' && (
        <Select
          label={t('On')}
          value={rhythm.weekday}
          options={weekdays()}
          onChange={(weekday) => onChange({ ...rhythm, weekday })}
        />
      )}
      {rhythm.every === 'month' && (
        <NumberInput
          label={t('Day of the month')}
          min={1}
          max={31}
          value={rhythm.day}
          onChange={(day) => onChange({ ...rhythm, day: Math.min(31, Math.max(1, Math.trunc(day ?? 1))) })}
        />
      )}
      <TextInput
        label={t('At')}
        type="time"
        required
        value={rhythm.time}
        onChange={(time) => {
          if (time !== '') onChange({ ...rhythm, time })
        }}
      />
    </>
  )
}

/** The days of a week by name, Monday first; 2024 began with a Monday. */
function weekdays() {
  const format = new Intl.DateTimeFormat(localeTag(), { weekday: 'long', timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 0].map((value, i) => ({ value, label: format.format(Date.UTC(2024, 0, 1 + i)) }))
}
