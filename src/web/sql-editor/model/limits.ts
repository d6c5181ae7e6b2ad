/** The choices of the limit drop-down: powers of ten from 10, the configured default, and the most there is. */
export function limitChoices(defaultLimit: number, maxRow: number): readonly number[] {
  const choices = new Set<number>([defaultLimit, maxRow])
  for (let limit = 10; limit < maxRow; limit *= 10) choices.add(limit)
  return [...choices].filter((limit) => limit > 0 && limit <= maxRow).sort((a, b) => a - b)
}

/** What cut the rows of a result, null when nothing did. */
export function limitNote(factor: string | null, rows: number, limit: number | null): LimitNote | null {
  if (limit === null || rows < limit) return null
  if (factor === 'QUERY') return 'query'
  if (factor === 'QUERY_AND_DROPDOWN') return 'query-and-dropdown'
  return factor === 'DROPDOWN' ? 'dropdown' : null
}

export type LimitNote = 'query' | 'dropdown' | 'query-and-dropdown'
