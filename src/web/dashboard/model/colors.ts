import type { Metadata } from './metadata.ts'

export type LabelColors = Readonly<Record<string, string>>

/** Colours that are fixed for a dashboard: those chosen by hand before those shared between charts. */
export function fixedColors(metadata: Metadata): LabelColors {
  const shared = metadata.sharedLabelColors.flatMap((label) => {
    const color = metadata.mapLabelColors[label]
    return color === undefined ? [] : [[label, color] as const]
  })
  return { ...Object.fromEntries(shared), ...metadata.labelColors }
}
