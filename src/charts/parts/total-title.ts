import { type ChartTokens, FONT } from './tokens.ts'

/** The sum of all parts, in the middle of a ring. */
export const totalTitle = (text: string, tokens: ChartTokens) => ({
  show: true,
  text,
  subtext: 'Total',
  left: 'center',
  top: 'center',
  itemGap: 2,
  textStyle: { color: tokens.text, fontSize: 18, fontWeight: 600, fontFamily: FONT },
  subtextStyle: { color: tokens.text3, fontSize: 11, fontFamily: FONT },
})
