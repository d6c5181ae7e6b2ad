export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The one change that makes `before` into `after`, so that cursors outside it stay; null when they are equal. */
export function smallestChange(before: string, after: string): TextChange | null {
  if (before === after) return null
  let start = 0
  const most = Math.min(before.length, after.length)
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
