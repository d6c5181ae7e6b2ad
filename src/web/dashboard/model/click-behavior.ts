/** What a click on a mark of a chart does. */
export type ClickBehavior =
  | { readonly kind: 'filter' }
  | { readonly kind: 'rows' }
  | { readonly kind: 'breakdown'; readonly column: string }
  | { readonly kind: 'dashboard'; readonly idOrSlug: string }
  | { readonly kind: 'address'; readonly address: string }

const FILTER: ClickBehavior = { kind: 'filter' }

/** The behaviour stored with a chart; what cannot be read filters, as every chart does from the start. */
export function clickBehaviorOf(stored: unknown): ClickBehavior {
  if (typeof stored !== 'object' || stored === null) return FILTER
  const { kind, column, idOrSlug, address } = stored as Readonly<Record<string, unknown>>
  if (kind === 'rows') return { kind }
  if (kind === 'breakdown' && typeof column === 'string') return { kind, column }
  if (kind === 'dashboard' && typeof idOrSlug === 'string') return { kind, idOrSlug }
  if (kind === 'address' && typeof address === 'string') return { kind, address }
  return FILTER
}
