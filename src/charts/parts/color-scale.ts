import { schemeColors, tokenColor } from './color-schemes.ts'
import type { ChartTheme } from './tokens.ts'

/** Places in a scheme by label: the same place is the same hue in the light and in the dark theme. */
export type ColorPlaces = Readonly<Record<string, number>>

export interface ColorScale {
  /** Colour of a label. */
  color(label: string): string
  /** All labels of a drawing, before the first colour is asked for: none of them takes what is another's. */
  announce(labels: readonly string[]): void
  /** The places that were given, without the colours that were fixed. */
  places(): ColorPlaces
}

export interface ColorRules {
  readonly scheme: string | null
  readonly theme: ChartTheme
  /** Colours of labels as saved, such as `#0a6878` or `cat-2`. */
  readonly fixed?: Readonly<Record<string, string>>
  /** What other drawings of the page gave; a label that they have keeps its place. */
  readonly known?: ColorPlaces
}

/**
 * Gives each label a colour: a fixed one first, then the one that it has elsewhere on the page, then the next that is
 * free. A colour is given twice only when there are more labels than colours.
 */
export function colorScale({ scheme, theme, fixed = {}, known = {} }: ColorRules): ColorScale {
  const colors = schemeColors(scheme, theme)
  const fixedColor = (label: string) => (Object.hasOwn(fixed, label) ? tokenColor(fixed[label] ?? '', theme) : '')
  const given = new Map<string, number>()
  const announce = (all: readonly string[]) => {
    const labels = [...new Set(all)]
    const blocked = new Set(labels.map((label) => fixedColor(label).toLowerCase()))
    const isBlocked = (place: number) => blocked.has((colors[place] ?? '').toLowerCase())
    const open = labels.filter((label) => fixedColor(label) === '')
    keepKnown(open, { given, known, count: colors.length, isBlocked })
    for (const label of open)
      if (!given.has(label)) given.set(label, nextPlace([...given.values()], colors.length, isBlocked))
  }
  return {
    announce,
    color: (label) => {
      const own = fixedColor(label)
      if (own !== '') return own
      if (!given.has(label)) announce([...given.keys(), label])
      return colors[given.get(label) ?? 0] ?? ''
    },
    places: () => Object.fromEntries(given),
  }
}

interface Giving {
  readonly given: Map<string, number>
  readonly known: ColorPlaces
  readonly count: number
  readonly isBlocked: (place: number) => boolean
}

/** Gives labels what they have elsewhere, as long as no other label of the drawing has it already. */
function keepKnown(labels: readonly string[], { given, known, count, isBlocked }: Giving): void {
  const taken = new Set(given.values())
  for (const label of labels) {
    if (given.has(label) || !Object.hasOwn(known, label)) continue
    const place = (known[label] ?? 0) % count
    if (taken.has(place) || isBlocked(place)) continue
    given.set(label, place)
    taken.add(place)
  }
}

/** The first place that is free in the drawing, else the one that fewest labels have. */
function nextPlace(here: readonly number[], count: number, isBlocked: (place: number) => boolean): number {
  const uses = (place: number) => here.filter((one) => one === place).length + (isBlocked(place) ? 1 : 0)
  return Array.from({ length: count }, (_, place) => place).reduce(
    (best, place) => (uses(place) < uses(best) ? place : best),
    0,
  )
}
