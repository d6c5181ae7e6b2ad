import type { Value } from '../parts/periods.ts'
import { strftime } from '../parts/strftime.ts'
import { writing } from '../parts/writing.ts'

/** How long a cycle is, and where it begins. */
export interface Cycle {
  startOf(ms: number): number
  /** A place in the cycle, from its start. */
  writePlace(ms: number): string
  writeStart(ms: number): string
}

const DAY_MS = 86_400_000
/** A Monday, and how many days after it the others are. */
const MONDAY = Date.UTC(1970, 0, 5)
const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
/** Sunday comes first in the words of a language. */
const SUNDAY_FIRST = 7

/** A cycle as saved charts name it: `D`, `W-MON`, `4W-MON`, `MS`, `QS`, `AS`. */
export function cycleOf(frequency: string | null): Cycle {
  const [, count = '', unit = 'W', , day = 'MON'] =
    /^(\d*)(AS|YS|A|Y|QS|Q|MS|M|W|D)(-([A-Z]{3}))?$/.exec(frequency ?? '') ?? []
  const times = Math.max(1, Number(count) || 1)
  if (unit === 'D') return dayCycle(times)
  if (unit === 'W') return weekCycle(times, Math.max(0, WEEKDAYS.indexOf(day)))
  const months = unit.startsWith('Q') ? 3 : unit.startsWith('M') ? 1 : 12
  return monthCycle(times * months)
}

const fullStart = (ms: number) => strftime(`${writing().dayAndMonth} %Y`)(new Date(ms))

function dayCycle(count: number): Cycle {
  const length = count * DAY_MS
  const write = strftime('%H:%M')
  return {
    startOf: (ms) => Math.floor(ms / length) * length,
    writePlace: (ms) => (count === 1 ? write(new Date(ms)) : `${dayWord()} ${Math.floor(ms / DAY_MS) + 1}`),
    writeStart: fullStart,
  }
}

function weekCycle(count: number, firstDay: number): Cycle {
  const length = count * 7 * DAY_MS
  const from = MONDAY + firstDay * DAY_MS
  const nameOf = (ms: number) => {
    const { days, dayLetters } = writing()
    return (days[(Math.floor(ms / DAY_MS) + firstDay + 1) % SUNDAY_FIRST] ?? '').slice(0, dayLetters)
  }
  return {
    startOf: (ms) => from + Math.floor((ms - from) / length) * length,
    writePlace: (ms) => (count === 1 ? nameOf(ms) : `${dayWord()} ${Math.floor(ms / DAY_MS) + 1}`),
    writeStart: fullStart,
  }
}

const dayWord = () => writing().word('Day')

function monthCycle(months: number): Cycle {
  const startOf = (ms: number) => {
    const date = new Date(ms)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const first = Math.floor(month / months) * months
    return Date.UTC(Math.floor(first / 12), first % 12, 1)
  }
  const year = strftime('%Y')
  const month = strftime('%B %Y')
  return {
    startOf,
    writePlace: (ms) =>
      months > 1
        ? strftime(writing().dayAndMonth)(new Date(Date.UTC(2001, 0, 1) + ms))
        : `${dayWord()} ${Math.floor(ms / DAY_MS) + 1}`,
    writeStart: (ms) => (months % 12 === 0 ? year : month)(new Date(ms)),
  }
}

export interface Turn {
  readonly start: number
  readonly name: string
  /** One for each place of all cycles together. */
  readonly values: readonly Value[]
}

/** Values over time cut into cycles that lie over each other, the latest last. */
export function turnsOf(cycle: Cycle, times: readonly number[], values: readonly Value[]) {
  const places = [...new Set(times.map((time) => time - cycle.startOf(time)))].toSorted((a, b) => a - b)
  const at = new Map(places.map((place, index) => [place, index]))
  const starts = Map.groupBy(times.keys(), (row) => cycle.startOf(times[row] ?? 0))
  const turns = [...starts]
    .toSorted(([a], [b]) => a - b)
    .map(([start, rows]): Turn => {
      const own: Value[] = places.map(() => null)
      for (const row of rows) own[at.get((times[row] ?? 0) - start) ?? 0] = values[row] ?? null
      return { start, name: cycle.writeStart(start), values: own }
    })
  return { places, turns }
}
