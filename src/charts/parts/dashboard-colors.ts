import type { Metadata } from '../../query/dashboard/metadata.ts'
import { colorSchemes, schemeColors } from './color-schemes.ts'

export type LabelColors = Readonly<Record<string, string>>

/**
 * Colours that are fixed for a dashboard: those chosen by hand before those shared between charts. A scheme that differs
 * between light and dark fixes none.
 */
export function fixedColors(metadata: Metadata): LabelColors {
  const isThemed = colorSchemes().some(({ id, colors }) => id === metadata.colorScheme && colors === null)
  const labels = isThemed ? [] : metadata.sharedLabelColors
  const shared = labels.flatMap((label) => {
    const color = metadata.mapLabelColors[label]
    return color === undefined ? [] : [[label, color] as const]
  })
  return { ...Object.fromEntries(shared), ...metadata.labelColors }
}

/** True when the colours of labels, as they are stored, are those of other settings. */
export function changesColors(before: Metadata, after: Metadata): boolean {
  const facts = ({ colorScheme, labelColors }: Metadata) => JSON.stringify([colorScheme, labelColors])
  return facts(before) !== facts(after)
}

/** What is stored of the colours that the charts of a page gave to their labels, by place in the scheme. */
export function drawnColors(
  metadata: Metadata,
  places: Readonly<Record<string, number>>,
  shared: readonly string[],
): Pick<Metadata, 'mapLabelColors' | 'sharedLabelColors' | 'colorSchemeDomain'> {
  if (metadata.colorScheme === null) return { mapLabelColors: {}, sharedLabelColors: [], colorSchemeDomain: [] }
  const domain = schemeColors(metadata.colorScheme, 'light')
  const given = Object.entries(places).flatMap(([label, place]) => {
    const color = domain[place % domain.length]
    return color === undefined ? [] : [[label, color] as const]
  })
  return {
    mapLabelColors: { ...Object.fromEntries(given), ...metadata.labelColors },
    sharedLabelColors: shared.filter((label) => Object.hasOwn(places, label)),
    colorSchemeDomain: domain,
  }
}
