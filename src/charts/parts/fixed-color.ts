import { asNumber, asRecord, type Reader } from './form-options.ts'

/** A colour that is picked, not given by a scheme, as charts save it: 0 to 255, and 0 to 1 for how much it covers. */
export interface FixedColor {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

/** What a chart has that names no colour (specification, colours). */
export const DEFAULT_FIXED_COLOR: FixedColor = { r: 0, g: 122, b: 135, a: 1 }

export const asFixedColor: Reader<FixedColor> = (value) => {
  const saved = asRecord(value) ?? {}
  const [r, g, b] = [asNumber(saved.r), asNumber(saved.g), asNumber(saved.b)]
  if (r === undefined || g === undefined || b === undefined) return undefined
  return { r, g, b, a: asNumber(saved.a) ?? 1 }
}

/** The colour as style sheets write it. */
export const fixedColorText = ({ r, g, b, a }: FixedColor): string => `rgba(${r},${g},${b},${a})`

/** A colour that somebody picked; the own one of the look where nobody did, or left what is offered first. */
export const chosenColor = (chosen: FixedColor | null, usual: FixedColor, own: string): string =>
  chosen === null || isSame(chosen, usual) ? own : fixedColorText(chosen)

const isSame = (color: FixedColor, { r, g, b, a }: FixedColor) =>
  color.r === r && color.g === g && color.b === b && color.a === a
