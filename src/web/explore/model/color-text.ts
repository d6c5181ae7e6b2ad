import type { FixedColor } from '../../../charts/parts/fixed-color.ts'

/** A colour as `#rrggbb`, which says nothing of how much it covers. */
export const hexOf = ({ r, g, b }: FixedColor): string =>
  `#${[r, g, b]
    .map((part) =>
      Math.min(255, Math.max(0, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The colour of `#rrggbb`; black for what is none. */
export function colorFrom(hex: string, a: number): FixedColor {
  const [, r = '0', g = '0', b = '0'] = /^#(..)(..)(..)$/.exec(hex) ?? []
  return { r: Number.parseInt(r, 16), g: Number.parseInt(g, 16), b: Number.parseInt(b, 16), a }
}
