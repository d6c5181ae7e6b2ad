import type { Lexicon } from '../query/dialect.ts'
import { meaningful, tokenize } from '../query/sql/tokenize.ts'

export type LimitingFactor = 'DROPDOWN' | 'QUERY' | 'QUERY_AND_DROPDOWN' | 'NOT_LIMITED'

/** Rows that a run may return: the drop-down's choice up to the server's maximum; nothing, zero and less mean the maximum. */
export const allowedRows = (asked: number | null | undefined, maxRows: number) =>
  asked === null || asked === undefined || asked <= 0 ? maxRows : Math.min(asked, maxRows)

/** The number of a LIMIT at the outermost level, null where there is none or it is no plain number. */
export function ownLimit(sql: string, lexicon: Lexicon): number | null {
  let depth = 0
  let found: number | null = null
  const tokens = meaningful(tokenize(sql, lexicon))
  for (const [i, token] of tokens.entries()) {
    const text = sql.slice(token.from, token.to)
    if (text === '(' || text === '[' || text === '{') depth += 1
    else if (text === ')' || text === ']' || text === '}') depth -= 1
    if (depth !== 0 || token.kind !== 'word' || text.toLowerCase() !== 'limit') continue
    const next = tokens[i + 1]
    const after = tokens[i + 2]
    const isPlain = next?.kind === 'number' && !(after && /^[%+*/-]$/.test(sql.slice(after.from, after.to)))
    found = isPlain ? Number(sql.slice(next.from, next.to).replaceAll('_', '')) : null
  }
  return found !== null && Number.isSafeInteger(found) ? found : null
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
