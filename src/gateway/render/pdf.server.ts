import PDFDocument from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import type { Fonts } from './fonts.server.ts'
import type { Page } from './svg.ts'

/** A screen has 96 points to the inch, paper 72. */
const SCALE = 0.75
/** The highest page that readers must be able to show. */
const MOST_HEIGHT = 14_400

/** Pages as a PDF of lines and letters; a page that no reader could show is made smaller as a whole. */
export async function pdfOf(
  pages: readonly Page[],
  { title, fonts }: { title: string; fonts: Fonts },
): Promise<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    font: fonts.regular,
    info: { Title: title, Creator: 'Sightline' },
  })
  const parts: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('end', resolve)
    document.on('error', reject)
  })
  document.registerFont('regular', fonts.regular)
  document.registerFont('bold', fonts.bold)
  for (const { width, height, svg } of pages) {
    const scale = Math.min(SCALE, MOST_HEIGHT / height)
    document.addPage({ size: [width * scale, height * scale], margin: 0 })
    svgToPdf(document, svg, 0, 0, {
      width: width * scale,
      height: height * scale,
      preserveAspectRatio: 'xMinYMin meet',
      assumePt: true,
      fontCallback: (_family, isBold) => (isBold ? 'bold' : 'regular'),
      warningCallback: () => undefined,
    })
  }
  document.end()
  await ended
  return Buffer.concat(parts)
}
