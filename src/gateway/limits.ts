import type { Lexicon } from '../query/dialect.ts'
import { meaningful, tokenize } from '../query/sql/tokenize.ts'

export type LimitingFactor = 'DROPDOWN' | 'QUERY' | 'QUERY_AND_DROPDOWN' | 'NOT_LIMITED'

/**
 * Rows that a run may return: the drop-down's choice up to the ceiling; nothing, zero and less mean the usual maximum.
 * The ceiling is above the maximum only where rows are paged from the result store.
 */
export const allowedRows = (asked: number | null | undefined, maxRows: number, ceiling = maxRows) =>
  asked === null || asked === undefined || asked <= 0 ? maxRows : Math.min(asked, ceiling)

/** The number of a LIMIT at the outermost level, null where there is none or it is no plain number. */
export function ownLimit(sql: string, lexicon: Lexicon): number | null {
  const words = outermost(sql, lexicon)
  const at = words.findLastIndex((word) => word.toLowerCase() === 'limit')
  const number = words[at + 1] ?? ''
  if (at < 0 || !/^\d[\d_]*$/.test(number) || /^[%+*/-]$/.test(words[at + 2] ?? '')) return null
  const limit = Number(number.replaceAll('_', ''))
  return Number.isSafeInteger(limit) ? limit : null
}

function outermost(sql: string, lexicon: Lexicon): string[] {
  let depth = 0
  const words: string[] = []
  for (const { from, to } of meaningful(tokenize(sql, lexicon))) {
    const text = sql.slice(from, to)
    if (/^[([{]$/.test(text)) depth += 1
    if (depth === 0) words.push(text)
    if (/^[)\]}]$/.test(text)) depth -= 1
  }
  return words
}

/** Which limit will hold (reference: sql-editor E.3), before it is known whether it bites. */
export function plannedFactor(own: number | null, allowed: number): LimitingFactor {
  if (own === null || own > allowed) return 'DROPDOWN'
  return own < allowed ? 'QUERY' : 'QUERY_AND_DROPDOWN'
}

/** Which limit cut the result: none when fewer rows came than it allows. */
export function finalFactor(own: number | null, allowed: number, rows: number, isCut: boolean): LimitingFactor {
  if (isCut) return 'DROPDOWN'
  return own !== null && own <= allowed && rows === own ? plannedFactor(own, allowed) : 'NOT_LIMITED'
}
