const LONG_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g
const MAY_HOLD_LONG_INTEGER = /\d{16}/

/** JSON.parse that keeps integers beyond 2^53 exact: they become text. */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_LONG_INTEGER.test(text)) return JSON.parse(text)
  return JSON.parse(text.replace(LONG_INTEGER, quoteUnsafe))
}

function quoteUnsafe(token: string, offset: number, whole: string): string {
  const isPartOfNumber = offset > 0 && /[\d.eE+]/.test(whole[offset - 1] ?? '')
  if (token.startsWith('"') || isPartOfNumber || Number.isSafeInteger(Number(token))) return token
  return `"${token}"`
}
