import type { Cell } from './cell.ts'

/** digits / 10^scale, so that sums of decimals and of integers of any length keep every digit. */
export interface Exact {
  readonly digits: bigint
  readonly scale: number
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i
const MAX_EXPONENT = 400

/** The number a cell stands for, null when it is none (null, text, NaN, infinite). */
export function toExact(cell: Cell): Exact | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? parseDecimal(String(cell)) : null
  return typeof cell === 'string' ? parseDecimal(cell.trim()) : null
}

export function add(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

export function compare(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale)
  const difference = digitsAt(a, scale) - digitsAt(b, scale)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** a / count with four places more than a has, half away from zero. */
export function divideByCount(a: Exact, count: number): Exact {
  const scale = a.scale + 4
  const numerator = a.digits * 10_000n * 2n
  const divisor = BigInt(count) * 2n
  const half = a.digits < 0n ? -BigInt(count) : BigInt(count)
  return { digits: (numerator + half) / divisor, scale }
}

/** Plain digits, without zeros at the end of the fraction. */
export function exactText(value: Exact): string {
  const isNegative = value.digits < 0n
  const text = (isNegative ? -value.digits : value.digits).toString().padStart(value.scale + 1, '0')
  const whole = text.slice(0, text.length - value.scale)
  const fraction = value.scale === 0 ? '' : text.slice(-value.scale).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function parseDecimal(text: string): Exact | null {
  const parts = DECIMAL.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  if (digits === '' || Math.abs(Number(exponent)) > MAX_EXPONENT) return null
  const magnitude = BigInt(digits)
  const signed = sign === '-' ? -magnitude : magnitude
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: signed * 10n ** BigInt(-scale), scale: 0 } : { digits: signed, scale }
}

const digitsAt = (value: Exact, scale: number): bigint => value.digits * 10n ** BigInt(scale - value.scale)
