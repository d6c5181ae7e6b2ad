import { Resvg } from '@resvg/resvg-js'
import { Problem } from '../../wire/problem.ts'
import type { Fonts } from './fonts.server.ts'
import { moved } from './page-box.ts'
import type { Page } from './svg.ts'

/** Points of a picture: 48 million of them take some 200 MB while it is drawn. */
const MOST_POINTS = 48_000_000
const SHARP = 2
/** Latin, Greek and Cyrillic letters, signs and arrows: what the font of the product has. */
const OWN_LETTERS = /^[\s\u0020-\u024F\u0370-\u052F\u1E00-\u22FF\u2500-\u25FF]*$/

/** Pages below each other as one PNG, twice as fine as a screen where it is small enough. */
export function pngOf(pages: readonly Page[], { fonts, ground }: { fonts: Fonts; ground: string }): Uint8Array {
  const width = pages.reduce((most, page) => Math.max(most, page.width), 1)
  const height = pages.reduce((sum, page) => sum + page.height, 0) || 1
  if (width * height > MOST_POINTS) throw new Problem(413, 'The dashboard is too tall for one picture. Choose PDF.')
  const tops = pages.map((_, at) => pages.slice(0, at).reduce((sum, page) => sum + page.height, 0))
  const inner = pages.map(({ svg }, at) => moved(svg, 0, tops[at] ?? 0)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`
  const zoom = width * height * SHARP * SHARP <= MOST_POINTS ? SHARP : 1
  const picture = new Resvg(svg, {
    background: ground,
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles: [fonts.regular, fonts.bold],
      // Letters that the font has not, such as Chinese ones, come from the machine where it has them.
      loadSystemFonts: !OWN_LETTERS.test(inner),
      defaultFontFamily: 'Inter',
    },
  })
  return picture.render().asPng()
}
