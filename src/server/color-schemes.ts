import { z } from 'zod'
import type { AddedColorScheme } from '../charts/parts/color-schemes.ts'

const schemes = z.array(
  z.strictObject({
    id: z.string().regex(/^\w{1,60}$/),
    label: z.string().min(1).max(100),
    colors: z
      .array(z.string().regex(/^#[\da-f]{6}$/i))
      .min(2)
      .max(60),
    isDefault: z.boolean().optional(),
  }),
)

/** What a list of schemes must be, in words. */
export const COLOR_SCHEMES_FORM =
  'a JSON list of {"id", "label", "colors": ["#rrggbb", ...]}, one with "isDefault": true at most'

/** Colour schemes from a JSON list of `{id, label, colors, isDefault}`; null when it cannot be read or two are the default. */
export function colorSchemesOf(text: string | undefined): readonly AddedColorScheme[] | null {
  if (!text) return []
  try {
    const read = schemes.safeParse(JSON.parse(text))
    const all = read.success ? read.data.map((scheme) => ({ ...scheme, isDefault: scheme.isDefault === true })) : null
    return all && all.filter(({ isDefault }) => isDefault).length < 2 ? all : null
  } catch {
    return null
  }
}
