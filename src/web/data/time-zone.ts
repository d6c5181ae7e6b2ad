import { createContext, useContext, useSyncExternalStore } from 'react'
import { TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { encodeRison } from '../../wire/rison.ts'
import { bootstrap } from '../app/bootstrap.ts'

const listeners = new Set<() => void>()
let chosen: string | null | undefined

/** The zone that the signed-in user chose; null without a choice. */
const ownTimeZone = (): string | null => {
  if (chosen === undefined) chosen = bootstrap().user?.timeZone ?? null
  return chosen
}

/** Takes up another choice of the user, which the server has stored. */
export function setOwnTimeZone(timeZone: string | null): void {
  chosen = timeZone
  for (const listener of listeners) listener()
}

/** The zone of what is shown below it, which goes before that of the user: that of a dashboard. */
export const TimeZoneContext = createContext<string | null>(null)

/** The zone whose clock relative times are read by here; null leaves that of the product. */
export function useTimeZone(): string | null {
  const scope = useContext(TimeZoneContext)
  const own = useSyncExternalStore(subscribe, ownTimeZone)
  return scope ?? own
}

/** The zone to name beside a relative time; null where it is the usual one, UTC. */
export function useNamedTimeZone(): string | null {
  const timeZone = useTimeZone() ?? productTimeZone()
  return timeZone === 'UTC' ? null : timeZone
}

/** The zone for whoever has chosen none. */
export const productTimeZone = (): string => String(bootstrap().common.conf.DEFAULT_TIME_ZONE ?? 'UTC')

/** Every zone that can be chosen, by the names of the IANA list. */
export const timeZones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What names the zone in the body of a request; nothing where none is chosen. */
export const inTimeZone = (timeZone: string | null): Readonly<Record<string, string>> =>
  timeZone === null ? {} : { [TIME_ZONE_FIELD]: timeZone }

/** The address that tells both ends of a time range as a clock of the zone shows them. */
export function timeRangePath(range: string, timeZone: string | null): string {
  return pathInTimeZone(`/api/v1/time_range/?q=${encodeURIComponent(encodeRison(range))}`, timeZone)
}

/** An address with a question mark that names the zone as well, where one is chosen. */
export const pathInTimeZone = (path: string, timeZone: string | null): string =>
  timeZone === null ? path : `${path}&${TIME_ZONE_FIELD}=${encodeURIComponent(timeZone)}`
