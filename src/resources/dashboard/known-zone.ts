import { isTimeZone } from '../../query/time-range/zone.ts'
import { objectOf } from './layout.ts'

/** False for metadata, as JSON, that name a time zone which is none. */
export function hasKnownZone(metadata: string): boolean {
  const { timezone } = objectOf(metadata)
  return timezone == null || (typeof timezone === 'string' && isTimeZone(timezone))
}
