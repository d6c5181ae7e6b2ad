const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** The instant that an ISO text names, as the store keeps it; without a zone it is UTC. Null for what is no time. */
export function instantOf(text: string): string | null {
  const [, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = TIME.exec(text.trim()) ?? []
  if (day === undefined) return null
  const local = new Date(`${day}T${minutes}${seconds}Z`)
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(day)) return null
  const at = new Date(`${day}T${minutes}${seconds}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** An instant without a zone, with fractions only where it has some. */
export const shownInstant = (instant: string) => instant.replace('Z', '').replace(/\.000$/, '')

/** An instant as the answers to a change repeat it. */
export const httpDate = (instant: string) => new Date(instant).toUTCString()
