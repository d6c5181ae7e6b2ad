import { addUnits, LAST_DAY_UNITS, lastDay, type TimeUnit, truncate } from './calendar.ts'
import { holiday } from './holiday.ts'
import { readHuman } from './human.ts'
import { DAY_MS, type NaiveMs } from './naive.ts'
import { TimeRangeError } from './problem.ts'

const ALL_UNITS: readonly TimeUnit[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']
const FUNCTION = /^(DATETIME|DATEADD|DATEDIFF|DATETRUNC|LASTDAY|HOLIDAY)\b/i
const MAX_DEPTH = 32

/** True for a text that is a call of one of the date functions. */
export const isDateExpression = (text: string) => FUNCTION.test(text)

/** Evaluates `DATEADD(DATETIME('now'), -7, DAY)` and the like. DATEDIFF gives a number of days or years. */
export function evaluate(text: string, now: NaiveMs): number {
  const reader = new Reader(text, now)
  return FUNCTION.exec(text)?.[1]?.toUpperCase() === 'DATEDIFF' ? reader.difference() : reader.time()
}

/** Evaluates an expression that must give a time. */
export const evaluateTime = (text: string, now: NaiveMs): NaiveMs => new Reader(text, now).time()

class Reader {
  private readonly text: string
  private readonly now: NaiveMs
  private at = 0
  private depth = 0

  constructor(text: string, now: NaiveMs) {
    this.text = text
    this.now = now
  }

  time(): NaiveMs {
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw new TimeRangeError('The expression is nested too deeply')
    const name = this.word('a date function').toUpperCase()
    this.expect('(')
    const value = this.call(name)
    this.skip(',')
    this.expect(')')
    this.depth -= 1
    return value
  }

  difference(): number {
    this.word('DATEDIFF')
    this.expect('(')
    const value = this.differenceArguments()
    this.expect(')')
    return value
  }

  private call(name: string): NaiveMs {
    if (name === 'DATETIME') return readHuman(this.quoted(), this.now)
    if (name === 'HOLIDAY') return this.holidayArguments()
    if (name !== 'DATEADD' && name !== 'DATETRUNC' && name !== 'LASTDAY') throw this.expected('a date function')
    const base = this.time()
    this.expect(',')
    if (name === 'DATETRUNC') return truncate(base, this.unit(ALL_UNITS))
    if (name === 'LASTDAY') return lastDay(base, this.unit(LAST_DAY_UNITS))
    const count = this.count()
    this.expect(',')
    const result = addUnits(base, count, this.unit(ALL_UNITS))
    if (result === null) throw new TimeRangeError('The date is out of range')
    return result
  }

  private holidayArguments(): NaiveMs {
    const name = this.quoted()
    const at = this.skip(',') ? this.time() : this.now
    const country = this.skip(',') ? this.quoted() : 'US'
    return holiday(name, new Date(at).getUTCFullYear(), country)
  }

  private count(): number {
    if (/^\s*DATEDIFF\b/i.test(this.text.slice(this.at))) return this.difference()
    return Number(this.take(/\s*([+-]?\d+)(?![\d.])/y, 'a whole number'))
  }

  private differenceArguments(): number {
    const from = this.time()
    this.expect(',')
    const to = this.time()
    const unit = this.skip(',') ? this.unit(['year', 'day']) : 'day'
    if (unit === 'day') return Math.floor((to - from) / DAY_MS)
    return new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear()
  }

  private unit(allowed: readonly TimeUnit[]): TimeUnit {
    const word = this.word(allowed.join(', ')).toLowerCase()
    const unit = allowed.find((known) => known === word)
    if (!unit) throw new TimeRangeError(`Expected ${allowed.join(', ')}, found ${word}`)
    return unit
  }

  private quoted(): string {
    const raw = this.take(/\s*('[^']*'|"[^"]*")/y, 'a quoted text')
    return raw.slice(1, -1)
  }

  private word(expected: string): string {
    return this.take(/\s*([A-Za-z]+)(?!\w)/y, expected)
  }

  private take(pattern: RegExp, expected: string): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found?.[1]) throw this.expected(expected)
    this.at = pattern.lastIndex
    return found[1]
  }

  private skip(symbol: string): boolean {
    const found = /\s*/y
    found.lastIndex = this.at
    found.exec(this.text)
    if (this.text[found.lastIndex] !== symbol) return false
    this.at = found.lastIndex + 1
    return true
  }

  private expect(symbol: string): void {
    if (!this.skip(symbol)) throw this.expected(`'${symbol}'`)
  }

  private expected(what: string): TimeRangeError {
    const rest = this.text.slice(this.at).trim()
    const found = rest === '' ? 'the end' : `'${rest.slice(0, 20)}'`
    return new TimeRangeError(`Expected ${what}, found ${found} at character ${this.at + 1}`)
  }
}
