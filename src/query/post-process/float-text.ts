/** A float as names of bins show it: always with a point or an exponent of two digits. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0.0'
  const text = shortFloat(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** The shortest text of a finite float, with an exponent of two digits below 0.0001 and from 1e16 on. */
export function shortFloat(value: number): string {
  const size = Math.abs(value)
  return size !== 0 && (size < 1e-4 || size >= 1e16) ? exponential(value) : String(value)
}

function exponential(value: number): string {
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const sign = power.startsWith('-') ? '-' : '+'
  return `${digits}e${sign}${power.replace(/^[+-]/, '').padStart(2, '0')}`
}
