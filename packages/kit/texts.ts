/** A place whose column counts code points, as one whose column counts UTF-16 units; null outside of the text. */
export function editorPlace(
  sql: string,
  line: number,
  column: number,
): { readonly line: number; readonly column: number } | null {
  const text = sql.split('\n')[line - 1]
  if (text === undefined || column < 1) return null
  return { line, column: [...text].slice(0, column - 1).join('').length + 1 }
}

/** A place whose tabs reach to the next multiple of eight, as some parsers count columns, with one column a tab. */
export function withoutTabStops(sql: string, line: number, column: number): number {
  let shown = 1
  let real = 1
  for (const letter of sql.split('\n')[line - 1] ?? '') {
    if (shown >= column) break
    shown = letter === '\t' ? Math.floor((shown - 1) / 8) * 8 + 9 : shown + 1
    real += 1
  }
  return real
}

/** The line and column (UTF-16 units) of an offset. */
export function placeOfOffset(sql: string, offset: number): { readonly line: number; readonly column: number } {
  const before = sql.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** Bytes as the product shows them: `0x` and hexadecimal digits, nothing for none. */
export const hexOfBase64 = (text: string): string => {
  const digits = Buffer.from(text, 'base64').toString('hex')
  return digits === '' ? '' : `0x${digits}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']

/** A number of bytes for people. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return step === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** step).toFixed(1)} ${UNITS[step]}`
}
