import { textWidth } from './axis.ts'

/** A text that fits into a width of some pixels at 11 px, cut at its end where it is longer. */
export function shortened(text: string, width: number): string {
  const letters = Math.floor((text.length * width) / Math.max(1, textWidth(text)))
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…`
}
