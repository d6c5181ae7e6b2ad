import { strftime } from './strftime.ts'
import { writing } from './writing.ts'

export type TimeFormatter = (ms: number) => string
export const SMART_DATE = 'smart_date'

/** How exact the clock is for grains of seconds, minutes and hours. */
const CLOCKS: Readonly<Record<string, string>> = { S: '%H:%M:%S', M: '%H:%M', H: '%H:00' }
const DAY_MS = 86_400_000
const time = strftime('%H:%M')
const seconds = strftime('%H:%M:%S')
const month = strftime('%b')
const year = strftime('%Y')

/** A day without its year, such as 29 Feb. */
export const dayAndMonth = (date: Date): string => strftime(writing().dayAndMonth)(date)

/** A time in full, as in tooltips: as exact as its grain. */
export function timeInFull(format: string | null, grain: string | null): TimeFormatter {
  if (format && format !== SMART_DATE) return custom(format)
  if (grain === 'P3M' || grain === 'P0.25Y') return (ms) => `Q${quarterOf(ms)} ${year(new Date(ms))}`
  if (grain === 'P1M') return custom('%B %Y')
  if (grain === 'P1Y') return custom('%Y')
  const clockOfGrain = CLOCKS[/^PT\d+([SMH])$/.exec(grain ?? '')?.[1] ?? '']
  if (clockOfGrain) return custom(`${writing().dayAndMonth} %Y, ${clockOfGrain}`)
  return (ms) => `${dayAndMonth(new Date(ms))} ${year(new Date(ms))}${clock(ms)}`
}

/** A time on an axis: short, and the year only where it begins. */
export function timeOnAxis(format: string | null, grain: string | null): TimeFormatter {
  if (format && format !== SMART_DATE) return custom(format)
  return (ms) => {
    const date = new Date(ms)
    if (grain === 'P1Y') return year(date)
    return ms % DAY_MS === 0 ? dayLabel(date, grain) : clockLabel(date)
  }
}

/** The first label of an axis carries the year, later ones only a new year. */
export function timeAtStart(format: string | null, grain: string | null): TimeFormatter {
  const inside = timeOnAxis(format, grain)
  if (format && format !== SMART_DATE) return inside
  return (ms) => {
    const label = inside(ms)
    const ownYear = year(new Date(ms))
    return label === ownYear ? label : `${label} ${ownYear}`
  }
}

/** Beyond it there are no dates, though databases have times there. */
const LAST_MS = 8.64e15

/** A time in a table: ISO, without a clock at midnight; milliseconds beyond the last date. */
export function timeInTable(format: string | null, cells: readonly unknown[] = []): TimeFormatter {
  if (format && format !== SMART_DATE) return custom(format)
  const least = cells.reduce<number>((most, ms) => Math.max(most, typeof ms === 'number' ? clockLength(ms) : 0), 0)
  return (ms) => {
    if (Math.abs(ms) > LAST_MS) return String(ms)
    const iso = new Date(ms).toISOString()
    // Years before 1 and after 9999 have more than four digits.
    const day = iso.indexOf('T')
    return iso.slice(0, day + Math.max(least, clockLength(ms))).replace('T', ' ')
  }
}

/** Letters of an ISO time behind its day: none at midnight, or up to its seconds, or its milliseconds. */
const clockLength = (ms: number) => (ms % DAY_MS === 0 ? 0 : ms % 1000 === 0 ? 9 : 13)

const isMonthly = (grain: string | null) => grain === 'P1M' || grain === 'P3M' || grain === 'P0.25Y'

const quarterOf = (ms: number) => Math.floor(new Date(ms).getUTCMonth() / 3) + 1

const clockLabel = (date: Date) => (date.getUTCSeconds() ? seconds(date) : time(date))

function dayLabel(date: Date, grain: string | null): string {
  if (date.getUTCDate() !== 1) return dayAndMonth(date)
  if (date.getUTCMonth() === 0) return year(date)
  return isMonthly(grain) ? month(date) : dayAndMonth(date)
}

function clock(ms: number): string {
  if (ms % DAY_MS === 0) return ''
  return `, ${ms % 60_000 === 0 ? time(new Date(ms)) : seconds(new Date(ms))}`
}

function custom(pattern: string): TimeFormatter {
  const write = strftime(pattern)
  return (ms) => write(new Date(ms))
}
