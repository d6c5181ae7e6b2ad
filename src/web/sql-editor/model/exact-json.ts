const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const SAFE_DIGITS = 15

/** JSON.parse that keeps every digit: a number that would lose some becomes text. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text.replace(TOKEN, (token) => (isExact(token) ? token : `"${token}"`)))
}

/** A text, a number that prints as it was written, or an integer so short that it cannot lose digits. */
function isExact(token: string): boolean {
  if (token.startsWith('"')) return true
  const isShortInteger = token.length <= SAFE_DIGITS && !/[.eE]/.test(token)
  return isShortInteger || String(Number(token)) === token
}
