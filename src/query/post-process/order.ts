import type { Cell } from './frame.ts'

/** Numbers before texts, each by value; nulls last. Texts compare by code point. */
export function compareCells(a: Cell, b: Cell): number {
  const ranks = rank(a) - rank(b)
  if (ranks !== 0) return ranks
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  const left = Number(a)
  const right = Number(b)
  return left < right ? -1 : left > right ? 1 : 0
}

function rank(cell: Cell): number {
  if (cell === null || cell === undefined) return 3
  if (typeof cell === 'string') return 2
  return typeof cell === 'object' ? 2.5 : 1
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const left = [...a]
  const right = [...b]
  for (let i = 0; i < left.length && i < right.length; i += 1) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Compares keys level by level. */
export function compareKeys(a: readonly Cell[], b: readonly Cell[]): number {
  for (let level = 0; level < a.length; level += 1) {
    const difference = compareCells(a[level] ?? null, b[level] ?? null)
    if (difference !== 0) return difference
  }
  return 0
}
