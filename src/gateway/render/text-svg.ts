import { lineAt, type Pen, type Size, textAt, wrapped } from './svg.ts'

/** A line of text as it is drawn. */
export interface Line {
  readonly text: string
  readonly size: number
  readonly isBold: boolean
  readonly indent: number
  readonly isRule?: boolean
}

export const HEADING_PX = [22, 18, 16, 14, 13, 13]
export const TEXT_PX = 13
const GAP_PX = 6
const NOTE_PX = 18

/** A tile of text: headings, paragraphs, lists and quotes in plain letters. What is too long is told of. */
export function textSvg(pen: Pen, code: string, { width, height }: Size): string {
  return linesSvg(
    pen,
    readable(code)
      .split(/\r?\n/)
      .flatMap((line) => linesOf(pen, line, width)),
    0,
    { width, height },
  )
}

/** Lines below each other, and how many more there are: those without room and those that nobody laid out. */
export function linesSvg(pen: Pen, lines: readonly Line[], more: number, { width, height }: Size): string {
  const tops = topsOf(lines)
  const isLast = (at: number) => more === 0 && at === lines.length - 1
  const fits = (at: number) => (tops[at + 1] ?? 0) <= height - (isLast(at) ? 0 : NOTE_PX)
  const end = lines.findIndex((_, at) => !fits(at))
  const shown = end < 0 ? lines : lines.slice(0, end)
  const count = more + lines.slice(shown.length).filter(({ text }) => text !== '').length
  const note = { size: 11, color: pen.tokens.text3 }
  return [
    ...shown.map((line, at) => lineSvg(pen, line, tops[at] ?? 0, width)),
    count > 0 ? textAt(pen.words('and {{count}} more lines', { count }), 0, height - 3, note) : '',
  ].join('')
}

/** The text without what a page does not show: fences of code, rules of tables, scripts and styles. */
const readable = (code: string): string =>
  code
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/^\s*(```|~~~).*\r?\n?/gm, '')
    .replace(/^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)+\|?\s*\r?\n?/gm, '')
    .replace(/^\s*\|(.*)\|\s*$/gm, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join('   '),
    )

/** Where each line begins, and where the last one ends. */
function topsOf(lines: readonly Line[]): readonly number[] {
  const tops = [0]
  for (const { text, size } of lines) tops.push((tops.at(-1) ?? 0) + (text === '' ? GAP_PX : Math.round(size * 1.45)))
  return tops
}

function lineSvg({ tokens }: Pen, line: Line, y: number, width: number): string {
  if (line.isRule) return lineAt(0, y + 4, width, y + 4, tokens.line)
  return line.text === '' ? '' : textAt(line.text, line.indent, y + line.size, { ...line, color: tokens.text })
}

function linesOf({ measure }: Pen, raw: string, width: number): readonly Line[] {
  const line = raw.trim()
  if (line === '') return [{ text: '', size: TEXT_PX, isBold: false, indent: 0 }]
  if (/^([-*_])(\s*\1){2,}$/.test(line)) return [{ text: '—', size: 8, isBold: false, indent: 0, isRule: true }]
  const heading = /^(#{1,6})\s+(.*)$/.exec(line)
  const size = heading ? (HEADING_PX[(heading[1]?.length ?? 1) - 1] ?? TEXT_PX) : TEXT_PX
  const item = /^(?:[-*+]|(\d+[.)]))\s+(.*)$/.exec(line)
  const mark = item ? `${item[1] ?? '•'} ` : ''
  const indent = item ? 16 : line.startsWith('>') ? 12 : 0
  const text = mark + plain(heading?.[2] ?? item?.[2] ?? line.replace(/^>\s?/, ''))
  const style = { size, isBold: heading !== null }
  return wrapped(measure, text, width - indent, style).map((one) => ({ text: one, indent, ...style }))
}

/** Words without the marks of the markup. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(^|\W)[*_](\S.*?)[*_](?=\W|$)/g, '$1$2')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}
