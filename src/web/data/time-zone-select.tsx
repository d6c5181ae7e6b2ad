import { useMemo } from 'react'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import { timeZones } from './time-zone.ts'

interface TimeZoneSelectProps {
  readonly label: string
  readonly help: string
  /** What holds while none is chosen. */
  readonly placeholder: string
  readonly value: string | null
  onChange(timeZone: string | null): void
}

/** A time zone by name, or none. */
export function TimeZoneSelect({ value, onChange, ...field }: TimeZoneSelectProps) {
  const t = useText()
  const options = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), [])
  return (
    <Select
      {...field}
      optional
      searchable
      options={options}
      emptyText={t('No time zone has this name')}
      value={value}
      onChange={onChange}
      onClear={() => onChange(null)}
    />
  )
}
