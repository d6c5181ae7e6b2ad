const DELIMITERS = [',', ';', '\t', '|']
const MAX_NAME = 255

/** The character between the values of a text, judged by its first line; a comma where none occurs. */
export function sniffDelimiter(text: string): string {
  const line = plainPart(text.slice(0, endOfRecord(text)))
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The values of the record that begins at an offset, and where the next one begins. */
export function readRecord(text: string, from: number, delimiter: string): { values: string[]; next: number } {
  const d = delimiter.replace(/[\\^\]-]/, '\\$&')
  const value = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^\\r\\n${d}]*))([${d}]|\\r\\n|[\\r\\n]|$)`, 'y')
  value.lastIndex = from
  const values: string[] = []
  for (let match = value.exec(text); match; match = value.exec(text)) {
    values.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] !== delimiter) break
  }
  return { values, next: value.lastIndex === 0 ? text.length : value.lastIndex }
}

/** Names for columns: none is empty, and none occurs twice, in whatever letters. */
export function columnNames(raw: readonly string[]): string[] {
  const used = new Set<string>()
  return raw.map((text, i) => {
    const base = text.replaceAll('\0', '').trim().slice(0, MAX_NAME) || `column_${i + 1}`
    let name = base
    for (let n = 1; used.has(name.toLowerCase()); n++) name = `${base}_${n}`
    used.add(name.toLowerCase())
    return name
  })
}

const plainPart = (line: string) => line.replaceAll(/"[^"]*"/g, '')

function endOfRecord(text: string): number {
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted
    else if (!isQuoted && (text[i] === '\n' || text[i] === '\r')) return i
  }
  return text.length
}
