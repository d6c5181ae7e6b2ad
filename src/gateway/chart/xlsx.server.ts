import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { zipOf } from '../zip.server.ts'
import type { SheetColumn } from './sheet-cells.server.ts'

/** Digits that a spreadsheet keeps; longer numbers are written as text. */
const EXACT_DIGITS = 15

/** Rows as a workbook with one sheet (Office Open XML, ECMA-376). Texts are inline, so a formula stays a text. */
export async function chartXlsx(
  headers: readonly string[],
  columns: readonly SheetColumn[],
  generics: readonly GenericType[],
  now: Date,
): Promise<Buffer> {
  const rows = [rowXml(1, headers.map(textCell))]
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1) {
    const cells = columns.map((column, i) => cellXml(column[row] ?? null, generics[i] === GENERIC.number))
    rows.push(rowXml(row + 2, cells))
  }
  const sheet = `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  return zipOf([...PARTS, { name: 'xl/worksheets/sheet1.xml', content: sheet }], now)
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

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const PARTS = [
  {
    name: '[Content_Types].xml',
    content: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
] as const
