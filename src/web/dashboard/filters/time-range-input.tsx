import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNamedTimeZone, useTimeZone } from '../../data/time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ListBox } from '../../ui/list-box.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { daysOfRange, rangeOfDays, TIME_PRESETS } from '../model/time-presets.ts'
import { timeRangeQuery } from '../queries.ts'
import type { FilterInputProps } from './filter-input-props.ts'

type Mode = 'named' | 'days' | 'text'

/** A range of time: by name, from day to day, or in the words of the grammar. */
export function TimeRangeInput({ value, onChange, onDone }: Pick<FilterInputProps, 'value' | 'onChange' | 'onDone'>) {
  const t = useText()
  const range = typeof value === 'string' ? value : ''
  const [mode, setMode] = useState<Mode>(() => modeOf(range))
  const handlePick = (next: string) => {
    onChange(next === 'No filter' || next.trim() === '' ? null : next)
    onDone?.()
  }
  return (
    <div className="col g2">
      <Tabs
        label={t('Kind of range')}
        value={mode}
        onChange={setMode}
        className="dash-mode-tabs"
        tabs={[
          { value: 'named', label: t('Named') },
          { value: 'days', label: t('From, to') },
          { value: 'text', label: t('Advanced') },
        ]}
      />
      {mode === 'named' && (
        <div className="menu dash-choices">
          <ListBox
            label={t('Time range')}
            searchable={false}
            options={TIME_PRESETS.map((preset) => ({ value: preset.value, label: t(preset.label) }))}
            selected={[range]}
            onPick={(option) => handlePick(option.value)}
          />
        </div>
      )}
      {mode === 'days' && <DaysForm range={range} onApply={handlePick} />}
      {mode === 'text' && <TextForm range={range} onApply={handlePick} />}
      {range !== '' && mode !== 'text' && <ResolvedRange range={range} />}
    </div>
  )
}

function DaysForm({ range, onApply }: { range: string; onApply: (range: string) => void }) {
  const t = useText()
  const days = daysOfRange(range)
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  return (
    <form
      className="col g2"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(rangeOfDays(from, to))
      }}
    >
      <TextInput type="date" label={t('From, inclusive')} value={from} onChange={setFrom} />
      <TextInput type="date" label={t('To, exclusive')} value={to} onChange={setTo} />
      <Button type="submit" size="sm" variant="primary">
        {t('Set')}
      </Button>
    </form>
  )
}

function TextForm({ range, onApply }: { range: string; onApply: (range: string) => void }) {
  const t = useText()
  const [text, setText] = useState(range)
  const { data, error } = useQuery(timeRangeQuery(text, useTimeZone()))
  const isBad = error !== null && text.trim() !== ''
  return (
    <form
      className="col g2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBad) onApply(text)
      }}
    >
      <TextInput
        label={t('Range')}
        value={text}
        placeholder="2024-01-01 : now"
        help={t('Start and end with a colon between, such as “30 days ago : now”')}
        error={isBad ? error.message : null}
        onChange={setText}
      />
      {data && <ResolvedRange range={text} />}
      <Button type="submit" size="sm" variant="primary" disabledReason={isBad ? error.message : undefined}>
        {t('Set')}
      </Button>
    </form>
  )
}

/** What a range means today. */
function ResolvedRange({ range }: { range: string }) {
  const t = useText()
  const { data } = useQuery(timeRangeQuery(range, useTimeZone()))
  const zone = useNamedTimeZone()
  const result = Array.isArray(data?.result) ? data.result[0] : data?.result
  if (!result) return null
  const day = (instant: string | undefined) => instant?.replace('T', ' ').replace(/ 00:00:00$/, '') || '…'
  return (
    <p className="t1 c3">
      {t('{{since}} up to {{until}}', { since: day(result.since), until: day(result.until) })}
      {zone !== null && ` · ${zone}`}
    </p>
  )
}

function modeOf(range: string): Mode {
  if (range === '' || TIME_PRESETS.some((preset) => preset.value === range)) return 'named'
  return daysOfRange(range) ? 'days' : 'text'
}
