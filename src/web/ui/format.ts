import { localeTag } from './text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const KIB = 1024
const MINUS = '−'

const trueMinus = (text: string): string => text.replace(/^-/, MINUS)

/** 1,284,907 with thousands separators and a true minus. */
/** A value with all its digits. */
export const formatValue = (value: number): string =>
  trueMinus(new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 15 }).format(value))

export const formatCount = (value: number): string => trueMinus(new Intl.NumberFormat(localeTag()).format(value))

/** 14, 3.4k, 691k, 10M: how many, where the exact number is of no use. */
export const formatRough = (value: number): string =>
  trueMinus(new Intl.NumberFormat(localeTag(), { notation: 'compact' }).format(value).replace('K', 'k'))

/** 340 ms, 1.8 s, 3 min 02 s, 1 h 05 min. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < MINUTE_MS) return `${(ms / 1_000).toFixed(1)} s`
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ${two((ms % MINUTE_MS) / 1_000)} s`
  return `${Math.floor(ms / HOUR_MS)} h ${two((ms % HOUR_MS) / MINUTE_MS)} min`
}

/** 12 kB as the binary unit people expect: 1.4 MB. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KIB))))
  const value = bytes / KIB ** step
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`
}

/** "2 hours ago", "yesterday"; the server's times without a zone are UTC. */
export function formatAgo(time: string | number | Date, now: number): string {
  const passed = now - toDate(time).getTime()
  const relative = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto', style: 'short' })
  if (passed < MINUTE_MS) return relative.format(0, 'second')
  if (passed < HOUR_MS) return relative.format(-Math.floor(passed / MINUTE_MS), 'minute')
  if (passed < DAY_MS) return relative.format(-Math.floor(passed / HOUR_MS), 'hour')
  const days = Math.floor(passed / DAY_MS)
  if (days < 30) return relative.format(-days, 'day')
  return days < 365
    ? relative.format(-Math.floor(days / 30), 'month')
    : relative.format(-Math.floor(days / 365), 'year')
}

/** 21 Nov 2026, 07:40. */
export const formatDateTime = (time: string | number | Date): string =>
  new Intl.DateTimeFormat(localeTag() === 'en' ? 'en-GB' : localeTag(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(toDate(time))

/** 07:40:12. */
export const formatClock = (time: string | number | Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(toDate(time))

export function toDate(time: string | number | Date): Date {
  if (typeof time !== 'string') return new Date(time)
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(time)
  return new Date(hasZone || !time.includes('T') ? time : `${time}Z`)
}
