/** What WCAG 2.2 asks of small text. */
const ENOUGH = 4.5
const STEPS = 10

/** A colour for small text on a ground: the colour itself, or as little of `text` mixed in as makes it readable. Hex. */
export function readableColor(color: string, ground: string, text: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mixColors(color, text, step / STEPS)
    if (contrast(mixed, ground) >= ENOUGH) return mixed
  }
  return text
}

/** A colour of text on a ground: the one of the theme where it can be read, else black or white. */
export function readableOn(ground: string, text: string): string {
  if (contrast(text, ground) >= ENOUGH) return text
  return contrast('#000000', ground) >= contrast('#ffffff', ground) ? '#000000' : '#ffffff'
}

/** The contrast ratio of two colours, 1 to 21. Hex; what cannot be read as such has none. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A colour with a share, 0 to 1, of another. Hex; without an other that can be read as such, the colour itself. */
export function mixColors(color: string, other: string, share: number): string {
  if (share === 0) return color
  const to = channels(other)
  if (to.length === 0) return color
  const mixed = channels(color).map((value, at) => Math.round(value + ((to[at] ?? value) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): readonly number[] {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? []
  return hex.slice(1).map((pair) => Number.parseInt(pair, 16))
}
