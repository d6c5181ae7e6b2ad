import type { Metadata } from './metadata.ts'

export type LabelColors = Readonly<Record<string, string>>

/** Labels that each chart shows with the colours it gave them. */
export type SeenColors = Readonly<Record<string, LabelColors>>

/** Colours that are fixed for a dashboard: those chosen by hand before those shared between charts. */
export function fixedColors(metadata: Metadata): LabelColors {
  const shared = metadata.sharedLabelColors.flatMap((label) => {
    const color = metadata.mapLabelColors[label]
    return color === undefined ? [] : [[label, color] as const]
  })
  return { ...Object.fromEntries(shared), ...metadata.labelColors }
}

/** The settings with the colours that charts used: each label once, labels of several charts marked as shared. */
export function withSeenColors(metadata: Metadata, seen: SeenColors): Metadata {
  const counts = new Map<string, number>()
  const colors: Record<string, string> = {}
  for (const labels of Object.values(seen)) {
    for (const [label, color] of Object.entries(labels)) {
      const trimmed = label.trim()
      counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1)
      colors[trimmed] ??= color
    }
  }
  const shared = [...counts].filter(([, count]) => count > 1).map(([label]) => label)
  return { ...metadata, mapLabelColors: colors, sharedLabelColors: shared.sort() }
}

/** The fields of a colour update. */
export function colorFields(metadata: Metadata): Record<string, unknown> {
  return {
    color_namespace: metadata.colorNamespace,
    color_scheme: metadata.colorScheme,
    color_scheme_domain: metadata.colorSchemeDomain,
    map_label_colors: metadata.mapLabelColors,
    shared_label_colors: metadata.sharedLabelColors,
    label_colors: metadata.labelColors,
  }
}
