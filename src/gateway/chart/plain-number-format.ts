const PLAIN = /^(\+?)(,?)(?:\.(\d{1,2})(?=[f%]))?([f%d]?)$/
const DIGITS = 6

/** Numbers in one of the plain formats that every reader of d3's notation knows, such as `,.2f`; null for any other format, and for `d` of what is not whole. */
export function plainNumberFormat(format: string): ((value: number) => string | null) | null {
  const [whole, sign = '', comma, precision = DIGITS, type = ''] = PLAIN.exec(format) ?? []
  if (whole === undefined) return null
  const sized = SIZES[type] ?? String
  return (value) => {
    const digits = sized(Math.abs(value), Number(precision))
    if (digits === null) return null
    return `${value < 0 ? '-' : sign}${comma ? digits.replace(/^\d+/, grouped) : digits}`
  }
}

/** A number without its sign, by the type of the format. */
const SIZES: Readonly<Record<string, (size: number, precision: number) => string | null>> = {
  f: (size, precision) => size.toFixed(precision),
  '%': (size, precision) => `${(size * 100).toFixed(precision)}%`,
  d: (size) => (Number.isInteger(size) ? String(size) : null),
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')
