import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Measure } from './svg.ts'

export interface Fonts {
  readonly regular: string
  readonly bold: string
}

/** The font files of pictures: beside the bundle in the package, in the font's own package in development. */
export function fontFiles(): Fonts {
  return { regular: fontFile('400Regular'), bold: fontFile('600SemiBold') }
}

function fontFile(weight: string): string {
  const packed = fileURLToPath(new URL(`./fonts/Inter_${weight}.ttf`, import.meta.url))
  if (existsSync(packed)) return packed
  return createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`)
}

const MEASURED_PX = 1000
/** From here on letters are as wide as they are high; the drawing library takes one of them for the height of a line. */
const FIRST_SQUARE = 0x2e80

/** Measures texts as they will be drawn, letter by letter. */
export function measurer({ regular, bold }: Fonts): Measure {
  const widthsOf = (file: string) => {
    const sheet = new PDFDocument({ font: file, size: [10, 10] }).fontSize(MEASURED_PX)
    const known = new Map<string, number>()
    return (letter: string) => {
      if ((letter.codePointAt(0) ?? 0) >= FIRST_SQUARE) return 1
      const width = known.get(letter) ?? sheet.widthOfString(letter) / MEASURED_PX
      known.set(letter, width)
      return width
    }
  }
  const [thin, thick] = [widthsOf(regular), widthsOf(bold)]
  return (text, size, isBold = false) => {
    const widthOf = isBold ? thick : thin
    let sum = 0
    for (const letter of text) sum += widthOf(letter)
    return sum * size
  }
}
