import { contrast, mixColors } from '../../../charts/parts/contrast.ts'

/** What WCAG 2.2 asks of text, and of marks that mean something. */
const TEXT = 4.5
const MARK = 3
const ROOMY = 9
const STEPS = 20

/** A colour of a theme as it looks on a ground: `#rrggbb`; null for what is none. */
export function colorOn(ground: string, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const read = ofHex(value) ?? ofNumbers(value)
  return read && mixColors(ground, read.color, read.opacity)
}

/** A colour that small text can have on every one of the grounds: itself, or as little of the strongest as it takes. */
export const textOn = (grounds: readonly string[], color: string) => reaching(grounds, color, TEXT)

/** A colour that a mark can have on every one of the grounds. */
export const markOn = (grounds: readonly string[], color: string) => reaching(grounds, color, MARK)

/** A ground on which texts and tints have room: one in the middle between black and white steps away from it. */
export function roomyGround(color: string): string {
  const [text, away] = isDarkColor(color) ? ['#ffffff', '#000000'] : ['#000000', '#ffffff']
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mixColors(color, away, step / STEPS)
    if (contrast(mixed, text) >= ROOMY) return mixed
  }
  return away
}

/** White where it can be read on the colour, else black, which then can. */
export const onColor = (color: string) => (contrast('#ffffff', color) >= TEXT ? '#ffffff' : '#000000')

/** Whether a colour is rather dark than light. */
export const isDarkColor = (color: string) => contrast(color, '#ffffff') > contrast(color, '#000000')

function reaching(grounds: readonly string[], color: string, ratio: number): string {
  const worst = (candidate: string) => Math.min(...grounds.map((ground) => contrast(candidate, ground)))
  const strongest = worst('#000000') >= worst('#ffffff') ? '#000000' : '#ffffff'
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mixColors(color, strongest, step / STEPS)
    if (worst(mixed) >= ratio) return mixed
  }
  return strongest
}

interface Read {
  readonly color: string
  readonly opacity: number
}

function ofHex(text: string): Read | null {
  const digits = /^#([\da-f]+)$/i.exec(text)?.[1] ?? ''
  const pairs = digits.length < 5 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  if (pairs.length < 3 || pairs.length > 4) return null
  const [opacity = 'ff'] = pairs.slice(3)
  return { color: `#${pairs.slice(0, 3).join('').toLowerCase()}`, opacity: Number.parseInt(opacity, 16) / 255 }
}

function ofNumbers(text: string): Read | null {
  const [, list = ''] = /^rgba?\(([\d\s.,]+)\)$/i.exec(text) ?? []
  const numbers = list.split(',').map(Number)
  if (numbers.length < 3 || numbers.length > 4 || numbers.some(Number.isNaN)) return null
  const channels = numbers.slice(0, 3).map((value) => Math.min(255, Math.round(value)).toString(16).padStart(2, '0'))
  return { color: `#${channels.join('')}`, opacity: Math.min(1, numbers[3] ?? 1) }
}
