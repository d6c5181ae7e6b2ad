const DAY_MS = 86_400_000

/** Time ranges that are offered by name; the value is the text of the grammar. */
export const TIME_PRESETS = [
  { value: 'Last day', label: 'Last day', group: 'Last' },
  { value: 'Last week', label: 'Last week', group: 'Last' },
  { value: 'Last month', label: 'Last month', group: 'Last' },
  { value: 'Last quarter', label: 'Last quarter', group: 'Last' },
  { value: 'Last year', label: 'Last year', group: 'Last' },
  { value: 'start of last 13 weeks : start of this week', label: 'Last 13 whole weeks', group: 'Last' },
  { value: 'Current day', label: 'Today', group: 'Current' },
  { value: 'Current week', label: 'This week', group: 'Current' },
  { value: 'Current month', label: 'This month', group: 'Current' },
  { value: 'Current quarter', label: 'This quarter', group: 'Current' },
  { value: 'Current year', label: 'This year', group: 'Current' },
  { value: 'previous calendar week', label: 'Previous calendar week', group: 'Previous' },
  { value: 'previous calendar month', label: 'Previous calendar month', group: 'Previous' },
  { value: 'previous calendar year', label: 'Previous calendar year', group: 'Previous' },
] as const

/** A range from day to day; an open end is left empty. */
export function rangeOfDays(from: string, to: string): string {
  if (from === '' && to === '') return 'No filter'
  return `${from} : ${to}`
}

/** The days of a range that was given as days; null for all other ranges. */
export function daysOfRange(range: string): { readonly from: string; readonly to: string } | null {
  const match = /^(\d{4}-\d{2}-\d{2})?(?:T[\d:.]+)? : (\d{4}-\d{2}-\d{2})?(?:T[\d:.]+)?$/.exec(range)
  return match ? { from: match[1] ?? '', to: match[2] ?? '' } : null
}

/** The name of a range; null for a range that is given as days or in words. */
export function presetLabel(range: string): string | null {
  return TIME_PRESETS.find((one) => one.value === range)?.label ?? null
}

/** A range of days as people write it: the last day counts, and the year stands once. */
export function dayRangeLabel(range: string, locale: string): string | null {
  const days = daysOfRange(range)
  if (!days) return null
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const from = days.from === '' ? null : Date.parse(days.from)
  const last = days.to === '' ? null : Date.parse(days.to) - DAY_MS
  if (from !== null && last !== null) return last > from ? format.formatRange(from, last) : format.format(from)
  if (from !== null) return `≥ ${format.format(from)}`
  return last === null ? null : `≤ ${format.format(last)}`
}
