const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, '0')

/** A text in quotes as Python writes one: double quotes where the text has single ones only. */
export function quotedText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escapes: Readonly<Record<string, string>> = {
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    [quote]: `\\${quote}`,
  }
  const escaped = (c: string) => escapes[c] ?? (c < ' ' || c === '\x7f' ? `\\x${hex(c)}` : c)
  return `${quote}${text.replace(/[\\'"\p{Cc}]/gu, escaped)}${quote}`
}
