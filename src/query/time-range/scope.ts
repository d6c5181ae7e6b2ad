import { addUnits, LAST_DAY_UNITS, lastDay, type TimeUnit, truncate } from './calendar.ts'
import { readHuman } from './human.ts'
import type { NaiveMs } from './naive.ts'
import { TimeRangeError } from './problem.ts'

const SCOPE = '(?:(this|last|next|prior)\\s+)'
const UNIT = '(second|minute|hour|day|week|month|quarter|year)s?'
const EDGE = new RegExp(`^(start of|beginning of|end of)\\s+${SCOPE}(\\d+)?\\s*${UNIT}$`, 'i')
const PLAIN = new RegExp(`^${SCOPE}(\\d+)?\\s*${UNIT}$`, 'i')
const FIRST_OF = new RegExp(`^(?:first|1st)\\s+of\\s+(?:the\\s+)?${SCOPE}?(\\d+)?\\s*${UNIT}$`, 'i')
const FIRST_PART = new RegExp(
  `^(?:first|1st)\\s+(day|week|month|quarter)\\s+of\\s+(?:the\\s+)?${SCOPE}?(\\d+)?\\s*${UNIT}$`,
  'i',
)

/** Where relative words start from: the clock for units below a day, else the day. */
export interface Anchors {
  readonly now: NaiveMs
  readonly start: string | null
}

/** Reads `last 3 weeks`, `start of this month`, `first of next quarter`; null for any other text. */
export function readScope(text: string, anchors: Anchors): NaiveMs | null {
  const edge = EDGE.exec(text)
  if (edge) {
    const unit = unitOf(edge[4])
    const base = shifted(anchors, edge[2], edge[3], unit)
    return edge[1]?.toLowerCase() === 'end of' ? endOf(base, unit) : truncate(base, unit)
  }
  const plain = PLAIN.exec(text)
  if (plain) return plainOf(plain, anchors)
  const first = FIRST_OF.exec(text)
  if (first) return truncate(shifted(anchors, first[1], first[2], unitOf(first[3])), unitOf(first[3]))
  const part = FIRST_PART.exec(text)
  return part ? firstPart(part, anchors)[0] : null
}

/** `last 3 days` and the like; an hour without a number is that of the clock. */
function plainOf([text, scope, count, word]: RegExpExecArray, anchors: Anchors): NaiveMs {
  const at = shifted(anchors, scope, count, unitOf(word))
  return unitOf(word) === 'hour' && count === undefined && !/^[A-Z]/.test(text) ? truncate(at, 'hour') : at
}

function endOf(base: NaiveMs, unit: TimeUnit): NaiveMs {
  if (!LAST_DAY_UNITS.includes(unit)) throw new TimeRangeError(`Expected ${LAST_DAY_UNITS.join(', ')}, found ${unit}`)
  return lastDay(base, unit)
}

/** Reads `first week of this year` as a range of its own; null for any other text. */
export function readPart(text: string, anchors: Anchors): readonly [NaiveMs, NaiveMs] | null {
  const part = FIRST_PART.exec(text)
  return part ? firstPart(part, anchors) : null
}

function firstPart(part: RegExpExecArray, anchors: Anchors): readonly [NaiveMs, NaiveMs] {
  const whole = unitOf(part[4])
  const since = truncate(shifted(anchors, part[2], part[3], whole), whole)
  return [since, add(since, 1, unitOf(part[1]))]
}

function shifted(anchors: Anchors, scope: string | undefined, count: string | undefined, unit: TimeUnit): NaiveMs {
  const isFine = unit === 'hour' || unit === 'minute' || unit === 'second'
  const anchor = anchors.start ?? (isFine ? 'now' : 'today')
  const base = readHuman(anchor, anchors.now)
  const number = count === undefined ? 1 : Number(count)
  const word = scope?.toLowerCase() ?? 'this'
  if (word === 'this') return base
  return add(base, word === 'next' ? number : -number, unit)
}

function add(base: NaiveMs, count: number, unit: TimeUnit): NaiveMs {
  const result = addUnits(base, count, unit)
  if (result === null) throw new TimeRangeError('The date is out of range')
  return result
}

const unitOf = (word: string | undefined) => (word ?? 'day').toLowerCase() as TimeUnit
