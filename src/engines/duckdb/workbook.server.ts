import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileFault } from './file-fault.ts'
import { WorkbookZip } from './workbook-zip.server.ts'
import { attributeOf, plainText, type XmlTag, xmlTags } from './xml-events.ts'

const DAY_MS = 86_400_000
const MAX_COLUMNS = 16_384
const MAX_SHARED_TEXT = 256 * 1024 * 1024
/** The last day of the year 9999 in Excel. */
const MAX_DAY = 2_958_466
/** Formats of Excel's own that show a date or a time. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

interface Book {
  readonly zip: WorkbookZip
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  readonly texts: readonly string[]
  /** For each style of a cell, whether it shows a date. */
  readonly dates: readonly boolean[]
  /** The instant of day 0. */
  readonly epoch: number
}

/** Writes one sheet of a workbook as CSV, every row with as many values; gives the names of all sheets. */
export async function sheetToCsv(path: string, sheet: string | null, out: string): Promise<readonly string[]> {
  const zip = await WorkbookZip.open(path)
  try {
    const book = await openBook(zip)
    const chosen = sheet === null ? book.sheets[0] : book.sheets.find(({ name }) => name === sheet)
    if (!chosen) throw new FileFault(sheet === null ? 'The workbook has no sheet.' : `There is no sheet "${sheet}".`)
    let width = 0
    for await (const row of rowsOf(book, chosen.part)) width = Math.max(width, row.length)
    async function* lines() {
      for await (const row of rowsOf(book, chosen?.part ?? '')) yield `${csvLine(row, width)}\n`
    }
    await pipeline(Readable.from(lines()), createWriteStream(out, { mode: 0o600 }))
    return book.sheets.map(({ name }) => name)
  } finally {
    zip.close()
  }
}

const csvLine = (row: readonly (string | null)[], width: number) =>
  Array.from({ length: width }, (_, i) => {
    const value = row[i] ?? null
    return value === null ? '' : `"${value.replaceAll('"', '""')}"`
  }).join(',')

async function openBook(zip: WorkbookZip): Promise<Book> {
  if (!zip.has('xl/workbook.xml')) throw new FileFault('The file is no Excel workbook.')
  const parts = await partsById(zip)
  const sheets: { name: string; part: string }[] = []
  let epoch = Date.UTC(1899, 11, 30)
  for await (const tag of xmlTags(zip.read('xl/workbook.xml'))) {
    if (tag.name === 'workbookPr' && countsFrom1904(tag)) epoch = Date.UTC(1904, 0, 1)
    const part = tag.name === 'sheet' ? parts.get(attributeOf(tag, '\\w+:id') ?? '') : undefined
    if (part && zip.has(part)) sheets.push({ name: attributeOf(tag, 'name') ?? '', part })
  }
  return { zip, sheets, epoch, texts: await sharedTexts(zip), dates: await dateStyles(zip) }
}

const countsFrom1904 = (tag: XmlTag) => /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? '')

async function partsById(zip: WorkbookZip): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  for await (const tag of xmlTags(zip.read('xl/_rels/workbook.xml.rels'))) {
    const target = attributeOf(tag, 'Target') ?? ''
    if (tag.name === 'Relationship')
      parts.set(attributeOf(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return parts
}

async function sharedTexts(zip: WorkbookZip): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let size = 0
  let isPhonetic = false
  for await (const tag of xmlTags(zip.read('xl/sharedStrings.xml'))) {
    if (tag.name === 'rPh') isPhonetic = tag.kind === 'open'
    if (tag.name === 't' && tag.kind === 'close' && !isPhonetic) text += plainText(tag.before)
    if (tag.name !== 'si' || tag.kind === 'open') continue
    texts.push(text)
    size += text.length
    text = ''
    if (size > MAX_SHARED_TEXT) throw new FileFault('The workbook holds more than a file may.')
  }
  return texts
}

async function dateStyles(zip: WorkbookZip): Promise<boolean[]> {
  const own = new Map<number, boolean>()
  const dates: boolean[] = []
  let isInCells = false
  for await (const tag of xmlTags(zip.read('xl/styles.xml'))) {
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0)
    if (tag.name === 'numFmt') own.set(id, showsDate(attributeOf(tag, 'formatCode') ?? ''))
    if (tag.name === 'cellXfs') isInCells = tag.kind === 'open'
    if (tag.name === 'xf' && tag.kind !== 'close' && isInCells) dates.push(own.get(id) ?? DATE_FORMATS.has(id))
  }
  return dates
}

const showsDate = (format: string) => /[dmyhs]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

interface Cell {
  readonly column: number
  readonly kind: string
  readonly style: number
}

async function* rowsOf(book: Book, part: string): AsyncIterable<(string | null)[]> {
  const sheet = new SheetReader(book)
  for await (const tag of xmlTags(book.zip.read(part))) {
    sheet.take(tag)
    if (tag.name !== 'row' || tag.kind === 'open') continue
    const row = sheet.endRow()
    if (row.some((value) => value !== null)) yield row
  }
}

class SheetReader {
  readonly #book: Book
  #row: (string | null)[] = []
  #cell: Cell | null = null
  #text = ''

  constructor(book: Book) {
    this.#book = book
  }
  take(tag: XmlTag) {
    if (tag.kind === 'empty') return
    if (tag.name === 'c') {
      if (tag.kind === 'close') this.#endCell()
      else this.#cell = cellOf(tag, this.#row.length)
      this.#text = ''
    } else if (tag.kind === 'close' && (tag.name === 'v' || tag.name === 't')) this.#text += plainText(tag.before)
  }
  endRow(): (string | null)[] {
    const row = this.#row
    this.#row = []
    return row
  }
  #endCell() {
    if (!this.#cell) return
    while (this.#row.length < this.#cell.column) this.#row.push(null)
    this.#row[this.#cell.column] = cellText(this.#book, this.#cell, this.#text)
    this.#cell = null
  }
}

function cellOf(tag: XmlTag, next: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(attributeOf(tag, 'r') ?? '')?.[0]
  const place = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next
  if (place >= MAX_COLUMNS) throw new FileFault('The workbook is damaged.')
  return { column: place, kind: attributeOf(tag, 't') ?? 'n', style: Number(attributeOf(tag, 's') ?? 0) }
}

function cellText({ texts, dates, epoch }: Book, { kind, style }: Cell, text: string): string | null {
  if (text === '' || kind === 'e') return null
  if (kind === 's') return texts[Number(text)] ?? null
  if (kind === 'b') return text === '1' ? 'true' : 'false'
  if (kind !== 'n') return text
  const number = Number(text)
  if (!dates[style] || !(Math.abs(number) < MAX_DAY)) return decimalText(text)
  const iso = new Date(epoch + Math.round(number * DAY_MS)).toISOString()
  return Number.isInteger(number) ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/** Excel writes 0.1 + 0.2 with 17 digits and shows 15. */
const decimalText = (text: string) => (/[.eE]/.test(text) ? String(Number(Number(text).toPrecision(15))) : text)
