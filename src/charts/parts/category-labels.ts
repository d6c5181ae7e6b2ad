const MAX_LABEL_WIDTH = 160
/** A longer name would leave the picture where it stands at the first place below the plot. */
const MAX_WIDTH_BELOW = 96
const AXIS_WIDTH = 48
const MIN_BAND = 40
const LETTER = 6.2
/** A letter more still fits, since most are narrower than reckoned. */
const SLACK = 1
/** Fewer letters of a word do not stand alone. */
const MIN_REST = 3

/** Names of places that are written one below the other. */
export const LISTED_LABELS = { interval: 'auto', width: MAX_LABEL_WIDTH, overflow: 'truncate' } as const

/** How the names of so many places below a plot are written: all of them, on two lines where they must, or some. */
export function categoryLabels(count: number, width: number) {
  const band = (width - AXIS_WIDTH) / Math.max(1, count)
  return band < MIN_BAND ? { ...LISTED_LABELS, width: MAX_WIDTH_BELOW } : upright(band)
}

/** Every name stands, on two lines where it must; nothing is turned. */
function upright(band: number) {
  return {
    interval: 0,
    hideOverlap: false,
    lineHeight: 13,
    formatter: (text: string) => wrapLabel(text, Math.floor((band - 4) / LETTER)),
  }
}

/** A text on at most two lines of some letters. */
export function wrapLabel(text: string, letters: number): string {
  if (text.length <= letters + SLACK) return text
  const space = text.lastIndexOf(' ', letters)
  const first = text.slice(0, space > 0 ? space : Math.min(letters, Math.max(1, text.length - MIN_REST)))
  const rest = text.slice(first.length).trim()
  return `${first}\n${rest.length <= letters ? rest : `${rest.slice(0, Math.max(1, letters - 1))}…`}`
}
