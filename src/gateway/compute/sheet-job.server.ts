import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { csvHeader, csvText } from '../csv.server.ts'
import type { FrameSource } from './frame-job.ts'
import { type SheetColumn, sheetColumns } from './sheet-cells.server.ts'

/** Rows of a chart that shall be a file, under the names that people see. Holds nothing but data. */
export interface SheetJob {
  readonly rows: FrameSource
  /** Places of columns that hold floats even where their values are whole. */
  readonly floats: readonly number[]
  /** Places of columns that hold numbers, whatever the dataset reads in them. */
  readonly numbers: readonly number[]
  readonly headers: readonly string[]
  /** `worksheet` is the part of a workbook that holds the rows. */
  readonly form: 'csv' | 'worksheet'
  /** Stands above the heads of a worksheet. */
  readonly title?: string
}

const encoder = new TextEncoder()
const BOM = '\ufeff'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** Digits that a spreadsheet keeps; longer numbers are written as text. */
const EXACT_DIGITS = 15

/** Writes the rows: CSV with a byte-order mark, or a worksheet (Office Open XML, ECMA-376). */
export function makeSheet({ rows, floats, numbers, headers, form, title }: SheetJob): Uint8Array {
  const columns = sheetColumns(rows.body, rows.generics, { floats, numbers })
  if (form === 'csv') return encoder.encode(csvOf(headers, columns))
  return encoder.encode(
    worksheetOf({ headers, columns, generics: rows.generics, above: title === undefined ? [] : [[title], []] }),
  )
}

function csvOf(headers: readonly string[], columns: readonly SheetColumn[]): string {
  const lines: string[] = []
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1)
    lines.push(columns.map((cells) => csvText(cells[row] ?? '')).join(',') || '""')
  return `${BOM}${csvHeader(headers)}${lines.length === 0 ? '' : `${lines.join('\n')}\n`}`
}

/** A worksheet of texts alone. */
export const textSheet = (rows: readonly (readonly string[])[]): Uint8Array =>
  encoder.encode(worksheetOf({ above: rows, headers: [], columns: [], generics: [] }))

interface Worksheet {
  /** Lines of texts above the heads. */
  readonly above: readonly (readonly string[])[]
  readonly headers: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly generics: readonly GenericType[]
}

/** Texts are inline, so a formula stays a text. */
function worksheetOf({ above, headers, columns, generics }: Worksheet): string {
  const heads = headers.length === 0 ? above : [...above, headers]
  const rows = heads.map((line, i) => rowXml(i + 1, line.map(textCell)))
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1) {
    const cells = columns.map((column, i) => cellXml(column[row] ?? null, generics[i] === GENERIC.number))
    rows.push(rowXml(row + heads.length + 1, cells))
  }
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

const rowXml = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`

function cellXml(cell: string | null, isNumber: boolean): string {
  if (cell === null) return '<c/>'
  const digits = cell.replace(/[^0-9]/g, '').length
  const isPlain = isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell) && digits <= EXACT_DIGITS + 2
  return isPlain ? `<c><v>${cell}</v></c>` : textCell(cell)
}

const textCell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/** XML has no form for most control characters, so they are left out. */
function escapeXml(text: string): string {
  return [...text]
    .filter((c) => c >= ' ' || c === '\t' || c === '\n')
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
