import { labelStyle } from './axis.ts'
import type { ChartTokens } from './tokens.ts'

/** The title of an axis: in the middle below the plot, or above the end of the axis of values. */
export const titled = (name: string | null, nameLocation: 'middle' | 'end', tokens: ChartTokens) =>
  name === null
    ? {}
    : {
        name,
        nameLocation,
        nameGap: nameLocation === 'end' ? 8 : 24,
        nameTextStyle: { ...labelStyle(tokens), align: nameLocation === 'end' ? 'left' : 'center' },
      }
