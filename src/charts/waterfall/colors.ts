import type { FixedColor } from '../parts/fixed-color.ts'

/** What is offered first: who leaves it has the colour of the look, which is another one where it is dark. */
export const USUAL_COLORS = {
  increase: { r: 1, g: 127, b: 162, a: 1 },
  decrease: { r: 218, g: 126, b: 27, a: 1 },
  total: { r: 98, g: 102, b: 109, a: 1 },
} as const satisfies Record<string, FixedColor>
