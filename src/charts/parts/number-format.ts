import { writing } from './writing.ts'

export type NumberFormatter = (value: number | null) => string

export interface Currency {
  readonly symbol: string
  readonly symbolPosition: 'prefix' | 'suffix'
}

export const SMART_NUMBER = 'SMART_NUMBER'
const NONE = '–'
const si = format('.3~s')
const two = format('.2~f')
const huge = format('.3~e')
const HUGE = 1e27
const four = format('.4~f')

/** Numbers of an axis or a headline: 1.2k, 3.4M, 2.1B. */
function smartNumber(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size >= HUGE) return huge(value)
  if (size >= 1000) return si(value).replace('G', writing().billion)
  if (size >= 1) return two(value)
  if (size >= 0.001) return four(value)
  return si(value)
}

/** Full digits with as many decimals as the size of the number needs. */
function fullNumber(value: number): string {
  const size = Math.abs(value)
  if (Number.isInteger(value)) return format(',d')(value)
  if (size >= 1000) return format(',.0f')(value)
  if (size >= 100) return format(',.1f')(value)
  if (size >= 1) return format(',.2~f')(value)
  return format(',.3~r')(value)
}

/** A formatter from a saved format: a d3 format or one of the named ones. An unknown format shows full digits. */
export function numberFormatter(name: string | null, currency: Currency | null = null): NumberFormatter {
  const plain = plainFormatter(currency ? (name ?? ',.2f').replace(/[$%]/g, '') : name)
  const shown = (value: number) => (currency ? withCurrency(plain(value), currency) : plain(value))
  return (value) => {
    if (value === null || Number.isNaN(value)) return NONE
    if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞'
    return shown(value)
  }
}

/** Full digits of a cell: integers beyond 2^53 and decimals come as text and stay exact. */
export function exactNumber(cell: unknown): string {
  if (typeof cell === 'number') return numberFormatter('full')(cell)
  if (typeof cell !== 'string' || !/^-?\d+(\.\d+)?$/.test(cell)) return cell == null ? NONE : String(cell)
  const [whole = '', fraction] = cell.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, writing().thousands)
  return `${cell.startsWith('-') ? '−' : ''}${grouped}${fraction ? writing().decimal + fraction : ''}`
}

/** A number as it is stored: four decimals hold money and rates, and what is small keeps six figures. */
export function storedNumber(cell: unknown): string {
  if (typeof cell !== 'number' || Number.isInteger(cell) || !Number.isFinite(cell)) return exactNumber(cell)
  return format(Math.abs(cell) >= 1 ? ',.4~f' : ',.6~r')(cell)
}

/** A cell as a number for drawing; exactness is kept by the text beside it. */
export function toNumber(cell: unknown): number | null {
  if (typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number(cell)
  if (typeof cell === 'boolean') return cell ? 1 : 0
  if (typeof cell !== 'string' || cell.trim() === '') return null
  const value = Number(cell)
  return Number.isNaN(value) ? null : value
}

function plainFormatter(name: string | null): (value: number) => string {
  if (name === null || name === SMART_NUMBER) return smartNumber
  if (name === 'full') return fullNumber
  if (name === 'SMART_NUMBER_SIGNED') return (value) => (value > 0 ? `+${smartNumber(value)}` : smartNumber(value))
  if (name.startsWith('DURATION')) return (value) => duration(name === 'DURATION_SUB' ? value : Math.round(value))
  try {
    return format(name)
  } catch {
    return fullNumber
  }
}

/** A d3 format in the language that is written when the number is; throws for no such format. */
function format(pattern: string): (value: number) => string {
  writing().number(pattern)
  return (value) => writing().number(pattern)(value)
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

function duration(ms: number): string {
  const sign = ms < 0 ? '−' : ''
  let rest = Math.abs(ms)
  const parts: string[] = []
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${count}${unit}`)
    rest -= count * size
  }
  if (rest > 0 || parts.length === 0) parts.push(`${two(rest)}ms`)
  return sign + parts.slice(0, 2).join(' ')
}

function withCurrency(digits: string, { symbol, symbolPosition }: Currency): string {
  const sign = currencySign(symbol)
  if (symbolPosition === 'suffix') return `${digits} ${sign}`
  return digits.startsWith('−') ? `−${sign}${digits.slice(1)}` : `${sign}${digits}`
}

function currencySign(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(0)
    return parts.find((part) => part.type === 'currency')?.value ?? code
  } catch {
    return code
  }
}
