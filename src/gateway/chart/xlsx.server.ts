import { zipOf } from '../zip.server.ts'

/** One sheet of a workbook: its name as `sheetNames` gives it, and its part. */
interface Sheet {
  readonly name: string
  readonly content: Uint8Array
}

/** A workbook of one worksheet (Office Open XML, ECMA-376). */
export const workbookOf = (worksheet: Uint8Array, now: Date): Promise<Buffer> =>
  workbookOfSheets([{ name: 'Rows', content: worksheet }], now)

/** A workbook of several worksheets, in their order. */
export function workbookOfSheets(sheets: readonly Sheet[], now: Date): Promise<Buffer> {
  const parts = [
    { name: '[Content_Types].xml', content: contentTypes(sheets) },
    { name: '_rels/.rels', content: PACKAGE_PART },
    { name: 'xl/workbook.xml', content: workbookPart(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationships(sheets) },
    ...sheets.map(({ content }, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content })),
  ]
  return zipOf(parts, now)
}

const LONGEST_NAME = 31

/** Names that a workbook may give its sheets: short, without the letters that it keeps for itself, each only once. */
export function sheetNames(titles: readonly string[]): readonly string[] {
  const taken = new Set(['history'])
  return titles.map((title) => {
    const clean =
      title
        .replace(/[\p{Cc}[\]:*?/\\]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^['\s]+|['\s]+$/g, '') || 'Sheet'
    for (let number = 1; ; number += 1) {
      const tail = number === 1 ? '' : ` (${number})`
      const name = `${clean
        .slice(0, LONGEST_NAME - tail.length)
        .toWellFormed()
        .replaceAll('\uFFFD', '')
        .replace(/['\s]+$/, '')}${tail}`
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  })
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const PACKAGE_PART = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function contentTypes(sheets: readonly Sheet[]): string {
  const parts = sheets.map(
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${parts.join('')}</Types>`
}

function workbookPart(sheets: readonly Sheet[]): string {
  const parts = sheets.map(({ name }, i) => `<sheet name="${attribute(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${parts.join('')}</sheets></workbook>`
}

function relationships(sheets: readonly Sheet[]): string {
  const parts = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
