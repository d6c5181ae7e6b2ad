import type { ChartTokens } from '../../charts/parts/tokens.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { Words } from './words.ts'

/** Width of a text in pixels. */
export type Measure = (text: string, size: number, isBold?: boolean) => number

/** What everything that is drawn needs. */
export interface Pen {
  readonly tokens: ChartTokens
  readonly words: Words
  measure: Measure
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** One page as SVG. */
export interface Page extends Size {
  readonly svg: string
}

export interface TextStyle {
  readonly size: number
  readonly color: string
  readonly isBold?: boolean
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** One line of text with its base line at `y`. Letters that XML has no form for are left out. */
export function textAt(text: string, x: number, y: number, { size, color, isBold, anchor }: TextStyle): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')
  const weight = isBold ? ' font-weight="600"' : ''
  const at = anchor && anchor !== 'start' ? ` text-anchor="${anchor}"` : ''
  return `<text x="${round(x)}" y="${round(y)}" font-family="Inter" font-size="${size}"${weight} fill="${color}"${at} xml:space="preserve">${escapeHtml(clean)}</text>`
}

export const rectAt = (x: number, y: number, { width, height }: Size, attributes: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" ${attributes}/>`

export const lineAt = (x: number, y: number, toX: number, toY: number, color: string): string =>
  `<path d="M${round(x)} ${round(y)}L${round(toX)} ${round(toY)}" stroke="${color}" stroke-width="1" fill="none"/>`

/** The text, or as much of its start as there is room for, with an ellipsis. */
export function fitted(
  measure: Measure,
  text: string,
  width: number,
  style: Pick<TextStyle, 'size' | 'isBold'>,
): string {
  const line = text.slice(0, 2_000).replace(/\s+/g, ' ')
  if (measure(line, style.size, style.isBold) <= width) return line
  const letters = [...line]
  let low = 0
  let high = letters.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const wide = measure(`${letters.slice(0, middle).join('')}…`, style.size, style.isBold)
    if (wide <= width) low = middle
    else high = middle - 1
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`
}

/** A text in lines that are no wider; a word that is too long for one is broken. */
export function wrapped(measure: Measure, text: string, width: number, style: Pick<TextStyle, 'size' | 'isBold'>) {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((one) => broken(measure, one, width, style))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && measure(longer, style.size, style.isBold) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

function broken(measure: Measure, word: string, width: number, style: Pick<TextStyle, 'size' | 'isBold'>): string[] {
  if (measure(word, style.size, style.isBold) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && measure(part + letter, style.size, style.isBold) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** A message in the middle of a box. */
export function messageSvg({ measure, tokens }: Pen, title: string, detail: string, { width, height }: Size): string {
  const room = Math.max(40, width - 16)
  const heads = wrapped(measure, title, room, { size: 13, isBold: true }).slice(0, 3)
  const most = Math.max(0, Math.floor((height - heads.length * 18 - 8) / 16))
  const all = wrapped(measure, detail, room, { size: 12 })
  const lines = all.length > most && most > 0 ? [...all.slice(0, most - 1), `${all[most - 1]} …`] : all.slice(0, most)
  const top = Math.max(0, (height - heads.length * 18 - lines.length * 16) / 2)
  const head = { size: 13, isBold: true, color: tokens.text, anchor: 'middle' } as const
  const body = { size: 12, color: tokens.text2, anchor: 'middle' } as const
  return [
    ...heads.map((line, i) => textAt(line, width / 2, top + 13 + i * 18, head)),
    ...lines.map((line, i) => textAt(line, width / 2, top + heads.length * 18 + 14 + i * 16, body)),
  ].join('')
}

const round = (value: number): number => Math.round(value * 100) / 100
