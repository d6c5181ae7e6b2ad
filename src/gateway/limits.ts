export type LimitingFactor = 'DROPDOWN' | 'QUERY' | 'QUERY_AND_DROPDOWN' | 'NOT_LIMITED'

/**
 * Rows that a run may return: the drop-down's choice up to the ceiling; nothing, zero and less mean the usual maximum.
 * The ceiling is above the maximum only where rows are paged from the result store.
 */
export const allowedRows = (asked: number | null | undefined, maxRows: number, ceiling = maxRows) =>
  asked === null || asked === undefined || asked <= 0 ? maxRows : Math.min(asked, ceiling)

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
