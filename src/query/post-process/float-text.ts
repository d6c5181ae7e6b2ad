/** A float as names of bins show it: always with a point or an exponent of two digits. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return exponential(value)
  if (Number.isInteger(value)) return `${value}.0`
  return String(value)
}

function exponential(value: number): string {
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const sign = power.startsWith('-') ? '-' : '+'
  return `${digits}e${sign}${power.replace(/^[+-]/, '').padStart(2, '0')}`
}
