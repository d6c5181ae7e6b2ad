/** JSON text with its structure shown; any other text as it is. Numbers keep their digits: only blanks are added. */
export function prettyValue(text: string): string {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) return text
  try {
    JSON.parse(trimmed)
  } catch {
    return text
  }
  return indented(trimmed)
}

const PART = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g

function indented(json: string): string {
  let depth = 0
  let out = ''
  let last = ''
  for (const [part] of json.matchAll(PART)) {
    if (CLOSING.has(part)) depth -= 1
    const breaks = CLOSING.has(part) ? !OPENING.has(last) : OPENING.has(last) || last === ','
    out += `${breaks ? `\n${'  '.repeat(depth)}` : ''}${part === ':' ? ': ' : part}`
    if (OPENING.has(part)) depth += 1
    last = part
  }
  return out
}

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])
