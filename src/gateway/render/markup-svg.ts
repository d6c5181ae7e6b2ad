import type { Pen, Size } from './svg.ts'
import { wrapped } from './svg.ts'
import { HEADING_PX, type Line, linesSvg, TEXT_PX } from './text-svg.ts'

interface Block {
  readonly text: string
  /** Of a heading; 0 for what is none. */
  readonly level: number
  readonly isItem: boolean
}

const ITEM_PX = 16
/** Nobody reads more of one line. */
const MOST_LETTERS = 2000
const ALONE = /^\/?(p|div|tr|li|h[1-6]|ul|ol|table|section|br|hr|pre|blockquote)$/
const HIDDEN = /^(script|style)$/
const CELL = /^\/(td|th)$/

/** What a template made of rows, as lines of plain letters: a line for each part that stands alone. */
export function markupSvg(pen: Pen, html: string, size: Size): string {
  const blocks = blocksOf(html)
  const laid = blocks.slice(0, Math.ceil(size.height / TEXT_PX))
  const lines = laid.flatMap((block) => linesOf(pen, block, size.width))
  return linesSvg(pen, lines, blocks.length - laid.length, size)
}

function linesOf({ measure }: Pen, { text, level, isItem }: Block, width: number): readonly Line[] {
  const size = HEADING_PX[level - 1] ?? TEXT_PX
  const indent = isItem ? ITEM_PX : 0
  const style = { size, isBold: level > 0 }
  const words = (isItem ? '• ' : '') + text.slice(0, MOST_LETTERS)
  return wrapped(measure, words, width - indent, style).map((line) => ({ text: line, indent, ...style }))
}

function blocksOf(html: string): readonly Block[] {
  const blocks = [blockOf('')]
  for (const part of shownParts(html)) {
    const tag = tagOf(part)
    const last = blocks.at(-1)
    if (tag !== null && ALONE.test(tag)) blocks.push(blockOf(tag))
    else if (last) last.text += tag === null ? lettersOf(part) : gapOf(tag)
  }
  return blocks.map((block) => ({ ...block, text: tidied(block.text) })).filter(({ text }) => text !== '')
}

const blockOf = (tag: string) => ({ text: '', level: Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0), isItem: tag === 'li' })
const gapOf = (tag: string) => (CELL.test(tag) ? ' · ' : '')
const tidied = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/( · ?)+$/, '')
    .trim()

/** The name in a tag, with a stroke before it at an end; null for text. */
function tagOf(part: string): string | null {
  if (!/^<[^<>]*>$/.test(part)) return null
  return /^<(\/?[a-z0-9]+)/i.exec(part)?.[1]?.toLowerCase() ?? ''
}

/** Tags and texts without those that a page does not show. */
function shownParts(html: string): readonly string[] {
  let hidden: string | null = null
  return html.split(/(<[^<>]*>)/).filter((part) => {
    const tag = tagOf(part)
    if (hidden !== null) {
      if (tag === `/${hidden}`) hidden = null
      return false
    }
    if (tag !== null && HIDDEN.test(tag)) hidden = tag
    return hidden === null
  })
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: ' ' }

const lettersOf = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp|nbsp);/g, (_, name: string) => SIGNS[name] ?? '')
