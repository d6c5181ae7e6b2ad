const MAX_LABEL_WIDTH = 160
/** A longer name would leave the picture where it stands at the first place below the plot. */
const MAX_WIDTH_BELOW = 96
const AXIS_WIDTH = 48
const MIN_BAND = 40
const LETTER = 6.2
/** A letter more still fits, since most are narrower than reckoned. */
const SLACK = 1

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

/** A text on at most two lines of some letters; a word that does not fit on one is hyphenated. */
export function wrapLabel(text: string, letters: number): string {
  if (text.length <= letters + SLACK) return text
  const space = text.lastIndexOf(' ', letters)
  const cut = space > 0 ? space : placeInWord(text, letters)
  const hyphen = space <= 0 && isInWord(text, cut) ? '-' : ''
  const rest = text.slice(cut).trim()
  const second = rest.length <= letters ? rest : `${rest.slice(0, Math.max(1, letters - 1))}…`
  return `${text.slice(0, cut)}${hyphen}\n${second}`
}

/** The middle of what two lines can hold, else as many letters as one can. */
function placeInWord(text: string, letters: number): number {
  const half = Math.ceil(text.length / 2)
  const most = Math.min(half, letters)
  return most === letters && most > 1 && isInWord(text, most - 1) ? most - 1 : most
}

const isInWord = (text: string, at: number) => /^\p{L}\p{L}$/u.test(text.slice(at - 1, at + 1))
